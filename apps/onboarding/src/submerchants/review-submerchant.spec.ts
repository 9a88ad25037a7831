import { SUBMERCHANT_STATUSES, type EventPayload, type Submerchant, type SubmerchantStatus } from '@centavo/contracts';
import type { ReceivedMessage } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { aSubmerchantBody, eventually, runs } from '@centavo/testing';
import fc from 'fast-check';
import { anOperator, startOnboarding, type OnboardingFixture } from '../testing/onboarding-fixture.js';

/** The contract's sentence, word by word: from each status the ones that an operator can decide on. */
const CONTRACT: Readonly<Record<SubmerchantStatus, readonly SubmerchantStatus[]>> = {
  pending: ['in_review', 'approved', 'rejected'],
  in_review: ['approved', 'rejected'],
  rejected: ['in_review'],
  approved: ['suspended', 'blocked'],
  suspended: ['approved', 'blocked'],
  blocked: [],
};

const aStatus = fc.constantFrom(...SUBMERCHANT_STATUSES);

let onboarding: OnboardingFixture;
let merchantId: string;
beforeAll(async () => {
  onboarding = await startOnboarding();
  merchantId = await onboarding.aMerchant();
});
afterAll(() => onboarding.stop());

async function register(): Promise<{ id: string; walletId: string }> {
  const [id, walletId] = [newId(), newId()];
  const answer = await onboarding.send('submerchants.create', {
    merchant_id: merchantId,
    submerchant_id: id,
    wallet_id: walletId,
    idempotency: null,
    body: aSubmerchantBody(),
  });
  if (!answer.ok) throw new Error(answer.error);
  return { id, walletId };
}

/** @param key of the bus: the gateway sends a submerchant's commands under its id, but another instance may be at it too */
const review = (id: string, status: SubmerchantStatus, notes: string | null = null, key = newId()) =>
  onboarding.send('submerchants.review', { ...anOperator(), submerchant_id: id, body: { status, notes } }, key);

/** The events of a submerchant in their order; one that came twice is one. */
function eventsOf(id: string): ReceivedMessage<EventPayload<Submerchant>>[] {
  const events = onboarding.events.filter(({ key }) => key === id) as ReceivedMessage<EventPayload<Submerchant>>[];
  const byId = new Map(events.map((event) => [event.id, event]));
  return [...byId.values()].toSorted((left, right) => left.payload.sequence - right.payload.sequence);
}

/** What was told of a submerchant, once as much was told as there is to tell. */
async function toldOf(id: string): Promise<EventPayload<Submerchant>[]> {
  const [row] = await onboarding.database.query<{ sequence: number }>(
    'SELECT sequence FROM submerchants WHERE id = $1',
    [id],
  );
  await eventually(() => eventsOf(id).length >= row!.sequence);
  return eventsOf(id).map(({ payload }) => payload);
}

describe('The review of a submerchant', () => {
  it('goes the ways of the contract and no other, and tells each status that is entered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStatus, { maxLength: 12 }), async (decisions) => {
        const { id } = await register();
        const entered: SubmerchantStatus[] = ['pending'];
        for (const to of decisions) {
          const isAllowed = CONTRACT[entered.at(-1)!].includes(to);
          const answer = await review(id, to);
          expect(answer.ok ? answer.data.status : answer.error).toBe(isAllowed ? to : 'review_not_possible');
          if (isAllowed) entered.push(to);
        }
        const told = await toldOf(id);
        expect(told.map(({ event, sequence, data }) => [event, sequence, data.status])).toEqual(
          entered.map((status, index) => [`submerchant.${status}`, index + 1, status]),
        );
      }),
      runs(30),
    );
  });

  it('goes such a way also when many decide at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStatus, { minLength: 6, maxLength: 10 }), async (decisions) => {
        const { id } = await register();
        const answers = await Promise.all(decisions.map((to) => review(id, to)));
        const told = await toldOf(id);
        const entered = told.map(({ data }) => data.status);
        entered.reduce((from, to) => {
          expect([from, CONTRACT[from].includes(to)]).toEqual([from, true]);
          return to;
        });
        const done = answers.flatMap((answer) => (answer.ok ? [answer.data.status] : []));
        expect(entered.slice(1).toSorted()).toEqual(done.toSorted());
      }),
      runs(20),
    );
  });

  it('tells whose submerchant it is and where its money goes', async () => {
    const { id, walletId } = await register();
    await review(id, 'approved');
    const told = await toldOf(id);
    expect(told).toHaveLength(2);
    for (const { headers } of eventsOf(id)) expect(headers).toMatchObject({ merchantId, resourceId: id, walletId });
    expect(JSON.stringify(told)).not.toContain(walletId);
  });

  it('writes what was open into the audit log, with the decision or not at all', async () => {
    const { id } = await register();
    const call = anOperator();
    const decide = (status: SubmerchantStatus) =>
      onboarding.send('submerchants.review', { ...call, submerchant_id: id, body: { status } });
    const approved = await decide('approved');
    expect(await decide('rejected')).toMatchObject({ error: 'review_not_possible' });
    const effects = await onboarding.database.query(
      'SELECT action, resource_id, details FROM audit_effects WHERE call_id = $1',
      [call.audit_call_id],
    );
    expect(effects).toEqual([
      {
        action: 'submerchant.approved',
        resource_id: id,
        details: {
          status_before: 'pending',
          open_requirements: approved.ok && approved.data.open_requirements,
        },
      },
    ]);
  });

  it('is the last word on a status: the table refuses one that is none', async () => {
    const { id } = await register();
    await expect(
      onboarding.database.query(`UPDATE submerchants SET status = 'closed' WHERE id = $1`, [id]),
    ).rejects.toThrow('check constraint');
  });

  it('has sent nothing to the dead letters', async () => {
    expect(await onboarding.deadLetters()).toEqual([]);
  });
});
