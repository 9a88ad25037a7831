import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { cliPage } from './lib/cli/cli-page.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { postingsPage } from './lib/docs-ledger.mjs';
import { eventsPage } from './lib/docs-events.mjs';
import { generatedNote } from './lib/docs-markdown.mjs';
import { errorsPage, exampleEnvironment, failureCodesPage, sandboxPage, settingsPage } from './lib/docs-pages.mjs';
import { dashboardFiles } from './lib/dashboards/dashboard-files.mjs';
import { operationsPage } from './lib/docs-operations.mjs';
import { postbacksPage } from './lib/docs-postbacks.mjs';
import { requirementsPage, statesPage } from './lib/docs-states.mjs';
import { inRoot } from './lib/paths.mjs';
import { postbackVectors } from './lib/postback-vectors.mjs';
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
  const [contracts, runtime, cards, behaviours, payouts, postings, signature, secret, deliveries] = await Promise.all(
    [
      ['libs', 'contracts', 'src', 'index.js'],
      ['libs', 'runtime', 'src', 'index.js'],
      ['apps', 'payments', 'src', 'cards', 'sandbox-cards.domain.js'],
      ['apps', 'payments', 'src', 'acquirers', 'sandbox', 'sandbox-behaviours.domain.js'],
      ['apps', 'ledger', 'src', 'bank', 'sandbox', 'sandbox-behaviour.domain.js'],
      ['apps', 'ledger', 'src', 'journal', 'postings.domain.js'],
      ['apps', 'webhooks', 'src', 'signing', 'sign-postback.domain.js'],
      ['apps', 'webhooks', 'src', 'signing', 'postback-secret.domain.js'],
      ['apps', 'webhooks', 'src', 'delivery', 'delivery-limits.js'],
    ].map((path) => import(pathToFileURL(inRoot('dist', ...path)))),
  );
  const postbacks = await readFile(inRoot('docs/postbacks.md'), 'utf8');
  const operations = await readFile(inRoot('docs/operations.md'), 'utf8');
  const dashboards = Object.entries(dashboardFiles());
  return {
    'docs/errors.md': await formatted(errorsPage(contracts)),
    'docs/failure-codes.md': await formatted(failureCodesPage(contracts)),
    'docs/sandbox.md': await formatted(await sandboxPage(cards, behaviours, payouts, contracts)),
    'docs/states.md': await formatted(statesPage(contracts)),
    'docs/postings.md': await formatted(postingsPage(postings)),
    'docs/requirements.md': await formatted(requirementsPage(contracts)),
    'docs/events.md': await formatted(eventsPage(contracts)),
    'docs/postbacks.md': await formatted(
      await postbacksPage(postbacks, contracts, runtime, new deliveries.DeliveryLimits()),
    ),
    'docs/operations.md': await formatted(operationsPage(operations, runtime)),
    'docs/cli.md': await formatted(cliPage(generatedNote('`scripts/lib/cli/commands.mjs`'))),
    'docs/settings.md': await formatted(settingsPage(runtime)),
    '.env.example': exampleEnvironment(runtime),
    'examples/postbacks/vectors.json': await formatted(
      JSON.stringify(postbackVectors({ ...signature, ...secret })),
      'json',
    ),
    ...Object.fromEntries(
      await Promise.all(
        dashboards.map(async ([path, board]) => [path, await formatted(JSON.stringify(board), 'json')]),
      ),
    ),
  };
}

async function formatted(text, parser = 'markdown') {
  const { format, resolveConfig } = await import('prettier');
  return await format(text, { ...(await resolveConfig(inRoot('docs/x.md'))), parser });
}
