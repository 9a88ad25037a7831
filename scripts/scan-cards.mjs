import { pathToFileURL } from 'node:url';
import { readArguments } from './lib/arguments.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';

const usage = `npm run scan:cards -- [--marker <card number>]… [--cvv <code>]… where…
  --data-dir <folder>     all of a running npm start or npm run stack (by default DATA_DIR, or .centavo)
  --database <admin url>  every table of a database
  --logs <file or folder> files; may be repeated
  --brokers <host:port>,… every topic
  --metrics <url>         a metrics endpoint; may be repeated. With --data-dir: instead of those from OPS_PORT on`;

// npm run scan:cards: searches logs, tables, topics and metrics for card numbers and security codes. Findings are the exit code 1.
await runScript(async () => {
  await prepare();
  useLocalEnvironment();
  const { values } = readArguments(
    {
      options: {
        'data-dir': { type: 'string' },
        database: { type: 'string' },
        logs: { type: 'string', multiple: true, default: [] },
        brokers: { type: 'string', multiple: true, default: [] },
        metrics: { type: 'string', multiple: true, default: [] },
        marker: { type: 'string', multiple: true, default: [] },
        cvv: { type: 'string', multiple: true, default: [] },
      },
    },
    usage,
  );
  const markers = values.marker.map((text) => requireDigits(text.replaceAll(/[ -]/g, ''), /^\d{13,19}$/, '--marker'));
  const securityCodes = values.cvv.map((text) => requireDigits(text, /^\d{3,4}$/, '--cvv'));
  return await scan(await placesOf(values), { markers, securityCodes });
});

async function scan({ database, logs, brokers, metrics }, numbers) {
  const [{ CardMatcher }, { CardReport }, { scanFiles }, { scanTables }, { scanTopics }, { scanMetrics }, brazil] =
    await Promise.all([
      import('./lib/card-scan/card-matcher.mjs'),
      import('./lib/card-scan/card-report.mjs'),
      import('./lib/card-scan/scan-files.mjs'),
      import('./lib/card-scan/scan-tables.mjs'),
      import('./lib/card-scan/scan-topics.mjs'),
      import('./lib/card-scan/scan-metrics.mjs'),
      import(pathToFileURL(inRoot('dist/libs/brazil/src/index.js'))),
    ]);
  const report = new CardReport(new CardMatcher({ ...numbers, brazil }), console.log);
  for (const path of logs) await scanFiles(path, report);
  if (database) await scanTables(database, report);
  for (const list of brokers) await scanTopics(list, report);
  for (const url of metrics) await scanMetrics(url, report);
  report.close();
  return report.findings > 0 ? 1 : 0;
}

/** What was named, and all of a platform's when its folder was named, or nothing. */
async function placesOf({ 'data-dir': folder, ...named }) {
  const { database, logs, brokers, metrics } = named;
  if (!folder && (database || [logs, brokers, metrics].some((list) => list.length > 0))) return named;
  const { databaseOn, brokersOn, metricsOn } = await import('./lib/running-platform.mjs');
  const dataDir = folder ?? (process.env.DATA_DIR || '.centavo');
  return {
    database: database ?? (await databaseOn(dataDir)),
    logs: [dataDir, ...logs],
    brokers: [...(await brokersOn(dataDir)), ...brokers],
    metrics: metrics.length > 0 ? metrics : await metricsOn(dataDir),
  };
}

/** The refused text is not repeated: it may be a real number, mistyped. */
function requireDigits(text, shape, option) {
  if (shape.test(text)) return text;
  throw new Complaint(`${option} takes ${option === '--cvv' ? '3 or 4' : '13 to 19'} digits.\nUsage: ${usage}`);
}
