import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { Complaint, runScript } from './lib/complaint.mjs';
import { errorsPage, eventsPage, exampleEnvironment, settingsPage, statesPage } from './lib/docs-pages.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';

// npm run docs: writes the generated pages. With --check it only says which are out of date.
await runScript(async () => {
  await prepare();
  const pages = Object.entries(await generatePages());
  if (!process.argv.includes('--check')) {
    await Promise.all(pages.map(([path, text]) => writeFile(inRoot(path), text)));
    return;
  }
  const present = await Promise.all(pages.map(([path]) => readFile(inRoot(path), 'utf8').catch(() => '')));
  const stale = pages.filter(([, text], index) => text !== present[index]).map(([path]) => path);
  if (stale.length > 0) throw new Complaint(`Out of date: ${stale.join(', ')}. Run \`npm run docs\`.`);
});

async function generatePages() {
  const [contracts, runtime] = await Promise.all(['contracts', 'runtime'].map(importLib));
  return {
    'docs/errors.md': await formatted(errorsPage(contracts)),
    'docs/states.md': await formatted(statesPage(contracts)),
    'docs/events.md': await formatted(eventsPage(contracts)),
    'docs/settings.md': await formatted(settingsPage(runtime)),
    '.env.example': exampleEnvironment(runtime),
  };
}

async function importLib(name) {
  return await import(pathToFileURL(inRoot('dist', 'libs', name, 'src', 'index.js')));
}

async function formatted(markdown) {
  const { format, resolveConfig } = await import('prettier');
  return await format(markdown, { ...(await resolveConfig(inRoot('docs/x.md'))), parser: 'markdown' });
}
