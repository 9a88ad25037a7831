import { rm } from 'node:fs/promises';
import { build } from './lib/build.mjs';
import { runScript } from './lib/complaint.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';

// npm run build: compiles everything into dist/, also when nothing seems to have changed.
await runScript(async () => {
  await prepare({ withBuild: false });
  await rm(inRoot('dist', '.stamp'), { force: true });
  const startedAt = Date.now();
  await build();
  console.log(`Built dist/ in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
});
