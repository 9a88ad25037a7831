import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The checkout this file belongs to. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A path inside the checkout. */
export const inRoot = (...parts) => join(ROOT, ...parts);

/** What is built to be started, e.g. `programFile('payments')` or `programFile('migrate')`. */
export const programFile = (program) => inRoot('dist', 'programs', `${program}.js`);

/** A module of what is built, e.g. `importBuilt('libs/runtime/src/index.js')`. */
export const importBuilt = (path) => import(pathToFileURL(inRoot('dist', path)));

/** How an app is run: with stacks of the TypeScript sources. */
export const nodeOptions = ['--enable-source-maps'];
