import { heardKey, type Evidence } from '../evidence/evidence.js';
import type { ResourceFact } from '../evidence/facts.js';
import { findAll, type Rule } from './finding.js';

/** Attempts under way to one endpoint from one instance: so many may be repeated when it dies. */
const IN_FLIGHT_PER_ENDPOINT = 32;

/** Each endpoint that heard everything, with each resource of its merchant. */
function* expectations({ story, facts }: Evidence): Generator<readonly [string, ResourceFact]> {
  const endpointsOf = new Map(story.merchants.map(({ id, endpoints }) => [id, endpoints]));
  for (const resource of facts.resources) {
    for (const endpoint of endpointsOf.get(resource.merchantId) ?? []) yield [endpoint, resource];
  }
}

/** Every event of every resource was heard, and first attempts came in their order: 1, 2, … without a gap. */
export const postbacksAreCompleteAndInOrder: Rule = (evidence) =>
  findAll('postbacks are complete and in order', expectations(evidence), ([endpoint, { kind, id, sequence }]) => {
    const heard = evidence.postbacks.heard.get(heardKey(endpoint, id))?.sequences ?? [];
    const expected = Array.from({ length: sequence }, (_, index) => index + 1);
    return heard.join() === expected.join()
      ? undefined
      : `${endpoint} heard ${heard.join() || 'nothing'} of ${kind} ${id} with ${sequence} events`;
  });

/** An event has one body however often it comes. */
export const eventsDoNotChange: Rule = ({ postbacks }) =>
  findAll('an event has one body', postbacks.changed, (id) => `event ${id}`);

/** What came more than once. */
export const repeatsOf = ({ postbacks }: Pick<Evidence, 'postbacks'>): number =>
  [...postbacks.heard.values()].reduce((sum, { repeats }) => sum + repeats, 0);

/** How much may have come more than once: what was under way from instances that died, hung or lost their database. */
export function allowedRepeats({ story }: Pick<Evidence, 'story'>): number {
  const endpoints = story.merchants.reduce((sum, merchant) => sum + merchant.endpoints.length, 0);
  const instances = story.run?.instances['webhooks'] ?? 1;
  const interrupted = story.faults.reduce((sum, { victim, kind, instances: hit }) => {
    if (victim === 'PostgreSQL') return sum + instances;
    return victim === 'webhooks' && kind !== 'add' ? sum + hit.length : sum;
  }, 0);
  return interrupted * endpoints * IN_FLIGHT_PER_ENDPOINT;
}

/** Repetitions are bounded by what was interrupted. */
export const repeatsAreBounded: Rule = (evidence) => {
  const [repeats, allowed] = [repeatsOf(evidence), allowedRepeats(evidence)];
  return repeats <= allowed
    ? []
    : [{ rule: 'repeated postbacks are bounded', what: `${repeats} came again, ${allowed} may have` }];
};
