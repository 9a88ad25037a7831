import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

// Lets `node --import` run the sources as they are, for tests that need a process of their own to kill.
const root = new URL('../../../', import.meta.url);
const { jsc } = JSON.parse(readFileSync(new URL('.swcrc', root), 'utf8'));
const { baseUrl: _, paths, ...options } = jsc;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const lib = paths[specifier]?.[0];
    if (lib) return { url: new URL(lib, root).href, shortCircuit: true };
    const isSource = context.parentURL?.endsWith('.ts') && specifier.startsWith('.') && specifier.endsWith('.js');
    return nextResolve(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, nextLoad) {
    if (!url.endsWith('.ts')) return nextLoad(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      swcrc: false,
      module: { type: 'es6' },
      sourceMaps: 'inline',
      jsc: options,
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
