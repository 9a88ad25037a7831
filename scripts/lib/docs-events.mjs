import { code, generatedNote, table } from './docs-markdown.mjs';

/** The catalogue of events with examples. @param contracts what `@centavo/contracts` exports */
export function eventsPage({ EVENT_CATALOGUE, EVENT_RESOURCES, exampleEvent }) {
  return `${generatedNote('`libs/contracts/src/events`')}

# Events

A postback endpoint subscribes to kinds by name, to all of a resource (\`charge.*\`) or to everything (\`*\`). An event's kind is its
resource and the status that the resource has just entered. \`GET /v1/postbacks/events\` answers this list with a JSON Schema and an
example of every kind. How to receive, verify, order and recover them: [Postbacks](postbacks.md).

${table(
  ['Event', '`data`', 'When'],
  EVENT_CATALOGUE.map(({ event, resource, description }) => [
    code(event),
    `the ${EVENT_RESOURCES[resource].name}`,
    description,
  ]),
)}

## What is sent

- \`data\` is the whole resource, exactly as the API shows it. \`sequence\` counts up per resource, from 1: of two events of one
  resource the higher one is the later one.
- The same event may arrive more than once; its \`id\` (also in the header \`webhook-id\`) stays the same.
- Requests are signed after [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-signature\` covers
  \`{webhook-id}.{webhook-timestamp}.{raw body}\` with HMAC-SHA-256 under the endpoint's secret. Its libraries verify in one call.
- Any 2xx within 15 seconds is a success. Everything else is tried again, ten times over about three days; a 410 disables the endpoint.
- New kinds and new fields may come at any time; a receiver leaves alone what it does not know.

## Examples

One of each resource, made by what makes the real ones.

${Object.keys(EVENT_RESOURCES)
  .map((resource) => example(exampleEvent(typicalOf(resource, EVENT_CATALOGUE))))
  .join('\n\n')}
`;
}

/** Where there is one, the kind that tells of success; it has the most to show. */
function typicalOf(resource, catalogue) {
  const kinds = catalogue.filter((definition) => definition.resource === resource);
  const typical = kinds.find(({ status }) => SUCCESSES.includes(status)) ?? kinds.at(-1);
  return typical.event;
}

const SUCCESSES = ['captured', 'settled', 'completed', 'approved'];

const example = (payload) => `<details>
<summary><code>${payload.event}</code></summary>

\`\`\`json
${JSON.stringify(payload, null, 2)}
\`\`\`

</details>`;
