import { registerHooks } from 'node:module';

// Imported by a process before anything else: it then says what it loads from node_modules.
registerHooks({
  load(url, context, next) {
    if (url.includes('/node_modules/')) process.stdout.write(`Package: ${url.split('/node_modules/').at(-1)}\n`);
    return next(url, context);
  },
});
