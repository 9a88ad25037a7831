import { readFile } from 'node:fs/promises';
import { code, table, withParts } from './docs-markdown.mjs';
import { inRoot } from './paths.mjs';

const FOLDER = 'examples/postbacks';

/** The verifiers that receivers can copy, in the order of the page. */
const VERIFIERS = [
  { name: 'TypeScript and JavaScript', fence: 'ts', file: 'typescript/verify-postback.ts' },
  { name: 'Python', fence: 'python', file: 'python/verify_postback.py' },
  { name: 'PHP', fence: 'php', file: 'php/verify_postback.php' },
  { name: 'Go', fence: 'go', file: 'go/verify_postback.go' },
  { name: 'Java', fence: 'java', file: 'java/PostbackVerifier.java' },
];

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * `docs/postbacks.md`, which is written by hand but for the parts between `<!-- generated: name -->` and `<!-- end -->`.
 * @param {string} page as it is
 * @param contracts `@centavo/contracts` @param runtime `@centavo/runtime` @param limits of deliveries, as the webhooks service has them
 * @throws {Complaint} when the page has not exactly the parts that are made
 */
export async function postbacksPage(page, contracts, { OUTBOUND_FAILURES, SETTINGS_TABLE }, limits) {
  const parts = {
    payload: payloadPart(contracts),
    'retry-schedule': schedulePart(limits.retrySchedule),
    limits: limitsPart(limits, SETTINGS_TABLE.postbackRetentionDays),
    failures: table(
      ['Error', 'What it means'],
      Object.entries(OUTBOUND_FAILURES).map(([failure, meaning]) => [code(failure), meaning]),
    ),
    verifiers: (await Promise.all(VERIFIERS.map(verifierPart))).join('\n\n'),
  };
  return withParts('docs/postbacks.md', page, parts);
}

/** An event with the beginning of its resource. */
function payloadPart({ exampleEvent }) {
  const { data, ...event } = exampleEvent('charge.captured');
  const { id, status, amount, payment_method } = data;
  return fenced('json', JSON.stringify({ ...event, data: { id, status, amount, payment_method } }, null, 2));
}

/** When attempts are made, counted from the first. */
function schedulePart({ pausesMs, jitter }) {
  let earliestMs = 0;
  const rows = pausesMs.map((pauseMs, index) => {
    earliestMs += pauseMs;
    const latestMs = earliestMs * (1 + jitter);
    return [index + 1, index === 0 ? 'at once' : durationOf(pauseMs), durationOf(earliestMs), durationOf(latestMs)];
  });
  return table(['Attempt', 'Pause before it', 'Since the first, at the earliest', 'At the latest'], rows);
}

const limitsPart = ({ attemptTimeoutMs, retrySchedule, failingMs }, retentionDays) =>
  table(
    ['What', 'How much'],
    [
      ['Until the status of the answer has to be there, connecting included', durationOf(attemptTimeoutMs)],
      ['Attempts', retrySchedule.pausesMs.length],
      ['Added to each pause at random', `0 to ${retrySchedule.jitter * 100} %`],
      ['The longest pause that `Retry-After` can ask for', durationOf(retrySchedule.maxRetryAfterMs)],
      ['Without a success, until the endpoint is disabled', durationOf(failingMs)],
      [
        `Events and the log are kept, unless ${code(retentionDays.env)} says otherwise`,
        durationOf(Number(retentionDays.default) * DAY_MS),
      ],
    ],
  );

/** Days, hours, minutes and seconds, of which the two biggest that are not zero. */
function durationOf(ms) {
  const units = [
    [Math.floor(ms / DAY_MS), 'd'],
    [Math.floor((ms % DAY_MS) / HOUR_MS), 'h'],
    [Math.floor((ms % HOUR_MS) / MINUTE_MS), 'min'],
    [Math.floor((ms % MINUTE_MS) / SECOND_MS), 's'],
  ];
  const said = units.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return said.length > 0 ? said.slice(0, 2).join(' ') : '0 s';
}

async function verifierPart({ name, fence, file }) {
  const path = `${FOLDER}/${file}`;
  const text = await readFile(inRoot(path), 'utf8');
  return `<details>
<summary>${name} (<a href="../${path}">${path}</a>)</summary>

${fenced(fence, text.trimEnd())}

</details>`;
}

const fenced = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``;
