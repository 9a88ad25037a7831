import type { Answer } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { Company } from './testing/dossier-fixture.js';
import { startOnboarding, type OnboardingFixture } from './testing/onboarding-fixture.js';

let onboarding: OnboardingFixture;
let company: Company;
beforeAll(async () => {
  onboarding = await startOnboarding();
});
beforeEach(async () => {
  company = await Company.register(onboarding, await onboarding.aMerchant());
});
afterAll(() => onboarding.stop());

/** Each has a lane of its own on the bus, so that only the database orders them. */
const atOnce = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const errorsOf = (answers: readonly Answer[]) => answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));

async function idOf(answer: Promise<Answer<{ id: string }>>): Promise<string> {
  const settled = await answer;
  if (!settled.ok) throw new Error(`refused: ${settled.error}`);
  return settled.data.id;
}

const count = async (sql: string) =>
  (await onboarding.database.query<{ count: bigint }>(`SELECT count(*) FROM ${sql}`, [company.id]))[0]!.count;

describe('At once', () => {
  it('ten addresses that are to be the primary one leave one of them so', async () => {
    const answers = await atOnce(10, () => company.addAddress({ is_primary: true }));
    expect(errorsOf(answers)).toEqual([]);
    expect(await count('submerchant_addresses WHERE submerchant_id = $1')).toBe(10n);
    expect(await count('submerchant_addresses WHERE submerchant_id = $1 AND is_primary')).toBe(1n);
  });

  it('ten first addresses leave one primary', async () => {
    expect(errorsOf(await atOnce(10, () => company.addAddress()))).toEqual([]);
    expect(await count('submerchant_addresses WHERE submerchant_id = $1 AND is_primary')).toBe(1n);
  });

  it('twenty representatives with a tenth each are ten', async () => {
    const answers = await atOnce(20, () => company.addRepresentative({ participation_percentage: 10 }));
    expect(errorsOf(answers)).toEqual(Array.from({ length: 10 }, () => 'participation_exceeds_100'));
    expect(await count('legal_representatives WHERE submerchant_id = $1')).toBe(10n);
  });

  it('ten representatives who want half each get it twice', async () => {
    const ids = await atOnce(10, () => idOf(company.addRepresentative()));
    const answers = await atOnce(10, (index) =>
      company.changeRepresentative(ids[index]!, { participation_percentage: 50 }),
    );
    expect(errorsOf(answers)).toEqual(Array.from({ length: 8 }, () => 'participation_exceeds_100'));
    const shared = 'legal_representatives WHERE submerchant_id = $1 AND participation_percentage = 50';
    expect(await count(shared)).toBe(2n);
  });

  it('ten documents of one type leave one that counts, and each tells what became of it', async () => {
    expect(errorsOf(await atOnce(10, () => company.addDocument()))).toEqual([]);
    const documents = await company.documents();
    const current = documents.filter(({ status }) => status !== 'replaced');
    expect(current).toHaveLength(1);
    await eventually(() => {
      for (const { id } of documents) {
        const first = '1 submerchant_document.pending';
        const told = id === current[0]!.id ? [first] : [first, '2 submerchant_document.replaced'];
        expect(company.heardOf(id)).toEqual(told);
      }
    });
  });

  it('a decision and a newer document never leave the older one approved', async () => {
    const id = await idOf(company.addDocument());
    await Promise.all([company.review(id, 'approved'), company.addDocument()]);
    const [older, newer] = await company.documents();
    expect([older!.status, newer!.status]).toEqual(['replaced', 'pending']);
    await eventually(() => expect(company.heardOf(id)).toHaveLength(older!.sequence));
    expect(company.heardOf(id).at(-1)).toBe(`${older!.sequence} submerchant_document.replaced`);
  });

  it('a representative who goes and documents that come leave no document that counts', async () => {
    const id = await idOf(company.addRepresentative());
    const front = { type: 'partner_front_id', legal_representative_id: id } as const;
    const [deleted, ...answers] = await Promise.all([
      company.deleteRepresentative(id),
      ...Array.from({ length: 5 }, () => company.addDocument(front)),
    ]);
    expect(deleted).toMatchObject({ ok: true });
    expect(errorsOf(answers).filter((error) => error !== 'legal_representative_not_found')).toEqual([]);
    expect((await company.documents()).every(({ status }) => status === 'replaced')).toBe(true);
  });
});

it('has sent nothing to the dead letters', async () => {
  expect(await onboarding.deadLetters()).toEqual([]);
});
