import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The checkout this file belongs to. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A path inside the checkout. */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** The built entry point of an app, e.g. `entryPoint('payments')` or `entryPoint('standalone', 'migrate')`. */
export const entryPoint = (app, entry = 'main') => inRoot('dist', 'apps', app, 'src', `${entry}.js`);

/** A module of what is built, e.g. `importBuilt('libs/runtime/src/index.js')`. */
export const importBuilt = (path) => import(pathToFileURL(inRoot('dist', path)));

/** How an app is run: with stacks of the TypeScript sources. */
export const nodeOptions = ['--enable-source-maps'];
