import { aPostback, anAnswer, anAsk, aSend, aSoundRun, CHARGE, evidenceOf, MERCHANT, type ARun } from './a-run.js';
import { check, RULES } from './check.js';
import { recoveriesOf } from './recovery.js';

/** What the check says of a run, the promises that hold left out. */
function findingsOf(run: ARun): string[] {
  return [...check(evidenceOf(run)).values()].flat().map(({ rule, what }) => `${rule}: ${what}`);
}

/** Each falsifies a sound run in one way. */
const FALSIFICATIONS: Readonly<Record<string, readonly [(run: ARun) => void, string]>> = {
  'a charge that was granted and is lost': [
    ({ facts }) => void facts.effects.shift(),
    'effects are as they were answered: operation 1 (charge) was granted and is not there',
  ],
  'a charge that is there twice': [
    ({ facts }) => void facts.effects.push({ kind: 'charge', mark: 'm0c0-1', id: 'another', amount: 10_000 }),
    `effects are as they were answered: operation 1 (charge) was done 2 times: ${CHARGE}, another`,
  ],
  'a charge of which nobody was told, and which is there twice': [
    ({ facts }) => void facts.effects.push({ kind: 'charge', mark: 'm0c0-2', id: 'another', amount: 10_000 }),
    'operation 3 (charge) was done 2 times',
  ],
  'another charge than was answered': [
    ({ facts }) => void facts.effects.splice(0, 1, { kind: 'charge', mark: 'm0c0-1', id: 'another', amount: 10_000 }),
    `was answered with ${CHARGE}, and there is another`,
  ],
  'a charge of another amount than was asked for': [
    ({ facts }) => void facts.effects.splice(1, 1, { ...facts.effects[1]!, amount: 9_999 }),
    'operation 3 (charge) asked for 10000 centavos, and there are 9999',
  ],
  'a charge that was refused and made': [
    ({ lines, facts }) => {
      lines.push(anAsk({ operation: 4, key: 'key-4', effect: { kind: 'charge', mark: 'm0c0-3' } }), aSend(4, 3_000));
      lines.push(anAnswer(4, 3_100, 422, { error: 'amount_below_fee' }));
      facts.effects.push({ kind: 'charge', mark: 'm0c0-3', id: 'made', amount: 10_000 });
    },
    'operation 4 (charge) was refused (amount_below_fee) and done',
  ],
  'a charge that nobody asked for': [
    ({ facts }) => void facts.effects.push({ kind: 'charge', mark: 'm9c9-9', id: 'stray', amount: 10_000 }),
    'everything was asked for: charge m9c9-9 (stray)',
  ],
  'a retry that is answered with another body': [
    ({ lines }) => void lines.push(aSend(1, 3_000, 3), anAnswer(1, 3_100, 201, { data: { id: CHARGE, amount: 1 } }, 3)),
    'one key has one answer: operation 1 (charge) was answered with',
  ],
  'a retry that is refused': [
    ({ lines }) => void lines.push(aSend(1, 3_000, 3), anAnswer(1, 3_100, 409, { error: 'charge_not_capturable' }, 3)),
    'one key has one answer: operation 1 (charge)',
  ],
  'another body in the database than was answered': [
    ({ facts }) => void facts.kept.splice(0, 1, { ...facts.kept[0]!, digest: 'another' }),
    'operation 1 (charge): another body is kept than was answered',
  ],
  'an answer that is not kept': [
    ({ facts }) => void facts.kept.shift(),
    'operation 1 (charge): answered with 201 , and nothing is kept',
  ],
  'a refusal in the database of what was granted': [
    ({ facts }) => void facts.kept.splice(0, 1, { ...facts.kept[0]!, error: 'amount_below_fee', digest: null }),
    'operation 1 (charge): answered with 201, kept is amount_below_fee',
  ],
  'an effect without its answer': [
    ({ facts }) => void facts.kept.pop(),
    'operation 3 (charge): nobody was answered; it is done, and its answer is not kept',
  ],
  'an answer without its effect': [
    ({ facts }) => void facts.effects.pop(),
    'operation 3 (charge): nobody was answered; it is not done, and its answer is kept',
  ],
  'a changed body that was taken': [
    ({ lines }) => {
      lines.push(anAsk({ operation: 4, changes: 1, effect: null }), aSend(4, 3_000));
      lines.push(anAnswer(4, 3_100, 201, { data: { id: CHARGE, amount: 10_000 } }));
    },
    'changed bodies are refused: operation 4 (charge) changes operation 1 and was answered with 201',
  ],
  'a postback that never came': [
    ({ postbacks }) => void postbacks.splice(1, 1),
    `heard 1 of charge ${CHARGE} with 2 events`,
  ],
  'a gap in the sequence': [
    ({ postbacks }) => void postbacks.splice(0, 1),
    `heard 2 of charge ${CHARGE} with 2 events`,
  ],
  'postbacks out of order': [
    ({ postbacks }) => void postbacks.splice(0, 2, aPostback(2), aPostback(1)),
    `heard 2,1 of charge ${CHARGE} with 2 events`,
  ],
  'an event that nothing in the database explains': [
    ({ postbacks }) => void postbacks.push(aPostback(3)),
    `heard 1,2,3 of charge ${CHARGE} with 2 events`,
  ],
  'an event that comes again with another body': [
    ({ lines, postbacks }) => {
      lines.push({
        line: 'fault',
        at: 5_000,
        fault: 2,
        kind: 'kill -9',
        victim: 'webhooks',
        instances: ['webhooks-1'],
      });
      postbacks.push({ ...aPostback(1), digest: 'another' });
    },
    `an event has one body: event event-1-of-${CHARGE}`,
  ],
  'a postback that comes again though nothing died': [
    ({ postbacks }) => void postbacks.push(aPostback(1)),
    'repeated postbacks are bounded: 1 came again, 0 may have',
  ],
  'a transaction that does not balance': [
    ({ facts }) => void facts.entries.push({ transactionId: 'stray', accountId: '2', amount: 1 }),
    'transactions balance: transaction stray adds up to 1',
  ],
  'a balance that is not the sum of its entries': [
    ({ facts }) => void facts.accounts.splice(0, 1, { ...facts.accounts[0]!, balance: 9_702 }),
    'pending of wallet wallet is 9702, its entries add up to 9701',
  ],
  'a withdrawal of what was not there': [
    ({ facts }) => void facts.debits.push({ transactionId: 'too much', balanceAfter: -1 }),
    'withdrawals are covered: transaction too much left -1',
  ],
  'a use of a link without its charge': [
    ({ facts }) => void facts.links.push({ id: 'held', maxUses: 2, uses: 1, charges: ['expired'] }),
    'link held counts 1 uses and has 0 living charges',
  ],
  'a link that was used too often': [
    ({ facts }) => void facts.links.push({ id: 'sold out', maxUses: 1, uses: 2, charges: ['captured', 'captured'] }),
    'link sold out has 2 of 1 uses',
  ],
  'whatever the audit of the database finds': [
    ({ facts }) => void facts.audit.push({ rule: 'dead letters', found: ['letter'] }),
    'the audit of the database finds nothing: dead letters: letter',
  ],
  'a request that failed twice while instances came and went in good order': [
    ({ lines }) =>
      void lines.splice(
        2,
        lines.length,
        { line: 'phase', at: 900, name: 'rolling' },
        anAsk(),
        aSend(1, 1_000),
        anAnswer(1, 1_100, 503, { error: 'service_unavailable' }),
        aSend(1, 2_000, 2),
        aSend(1, 3_000, 3),
        anAnswer(1, 3_100, 201, { data: { id: CHARGE, amount: 10_000 } }, 3),
        anAsk({ operation: 3, key: 'key-3', effect: { kind: 'charge', mark: 'm0c0-2' } }),
        { line: 'phase', at: 4_000, name: 'end' },
      ),
    'operation 1 (charge) failed 2 times: 503, no answer',
  ],
};

describe('The check of a run', () => {
  it('finds nothing in one where all is as it must be', () => {
    expect(findingsOf(aSoundRun())).toEqual([]);
  });

  it('allows repetitions of what was under way when webhooks died', () => {
    const run = aSoundRun();
    run.lines.push({
      line: 'fault',
      at: 5_000,
      fault: 2,
      kind: 'kill -9',
      victim: 'webhooks',
      instances: ['webhooks-1'],
    });
    run.postbacks.push(aPostback(1));
    expect(findingsOf(run)).toEqual([]);
  });

  it.each(Object.entries(FALSIFICATIONS))('finds %s', (_, [falsify, found]) => {
    const run = aSoundRun();
    falsify(run);
    expect(findingsOf(run)).toContainEqual(expect.stringContaining(found));
  });

  it('has been seen to find something by each of its rules', () => {
    const broken = new Set<string>();
    for (const [falsify] of Object.values(FALSIFICATIONS)) {
      const run = aSoundRun();
      falsify(run);
      for (const [promise, found] of check(evidenceOf(run))) if (found.length > 0) broken.add(promise);
    }
    expect(broken).toEqual(new Set(Object.keys(RULES)));
  });

  it('tells how long it took until a victim was ready, and until it served somebody again', () => {
    expect(recoveriesOf(evidenceOf(aSoundRun()))).toEqual([
      { victim: 'gateway', kind: 'kill -9', count: 1, ready: [800], served: [1_000] },
    ]);
  });

  it('looks at merchants that hear everything, and at no others', () => {
    const run = aSoundRun();
    run.facts.resources.push({ kind: 'charge', id: 'of somebody else', merchantId: `not ${MERCHANT}`, sequence: 1 });
    expect(findingsOf(run)).toEqual([]);
  });
});
