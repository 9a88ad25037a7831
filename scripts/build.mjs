import { build } from './lib/build.mjs';
import { runScript } from './lib/complaint.mjs';
import { prepare } from './lib/prepare.mjs';

// npm run build: builds the platform into dist/ and the packages into packages/*/dist/, also when nothing seems to have changed.
await runScript(async () => {
  await prepare({ withBuild: false });
  const startedAt = Date.now();
  await build({ anew: true });
  console.log(`Built dist/ and packages/*/dist/ in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
});
