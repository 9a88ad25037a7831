import assert from 'node:assert/strict';
import type { CreateSubmerchantDocumentDto, DocumentDecision, DocumentStatus } from '@centavo/contracts';
import { eventually, type TestClock } from '@centavo/testing';
import fc from 'fast-check';
import type { ExpireDocuments } from '../documents/expire-documents.js';
import type { Company } from './dossier-fixture.js';

const HOUR_MS = 3_600_000;

/** Something that happens to the documents of a company. Slots 0 and 1 are those of its two representatives. */
type Deed =
  | { readonly does: 'submit'; readonly slot: number; readonly validHours: number | null }
  | { readonly does: 'decide'; readonly which: number; readonly status: DocumentDecision }
  | { readonly does: 'wait'; readonly hours: number }
  | { readonly does: 'delete'; readonly representative: number };

/** A random {@link Deed}, possible or not. */
export const aDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('submit' as const),
      slot: fc.nat(3),
      validHours: fc.option(fc.integer({ min: -2, max: 6 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('decide' as const),
      which: fc.nat(15),
      status: fc.constantFrom('approved' as const, 'rejected' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), representative: fc.nat(1) }) },
);

/** A document as the rules have it, written down once more and as simply as can be. */
interface Life {
  readonly id: string;
  readonly slot: number;
  readonly expiresAtMs: number;
  readonly told: DocumentStatus[];
}

const statusOf = ({ told }: Life): DocumentStatus => told.at(-1)!;
const isLive = (life: Life): boolean => ['pending', 'approved'].includes(statusOf(life));

function enter(lives: readonly Life[], status: DocumentStatus): void {
  for (const { told } of lives) told.push(status);
}

interface Surroundings {
  readonly company: Company;
  /** Ids of its two representatives. */
  readonly representatives: readonly string[];
  /** The service's. */
  readonly clock: TestClock;
  /** Of another instance: the service's own timer runs too, but the story does not wait for its next round. */
  readonly expireDocuments: ExpireDocuments;
}

/** Carries deeds out on a company and on a model of its documents. */
export class DocumentStory {
  readonly #lives: Life[] = [];
  readonly #gone = new Set<number>();

  constructor(private readonly surroundings: Surroundings) {}

  tell(deed: Deed): Promise<void> {
    switch (deed.does) {
      case 'submit':
        return this.#submit(deed.slot, deed.validHours);
      case 'decide':
        return this.#decide(deed.which, deed.status);
      case 'wait':
        this.surroundings.clock.advance(deed.hours * HOUR_MS);
        return this.#expire();
      case 'delete':
        return this.#delete(deed.representative);
    }
  }

  /** Checks that the documents are as the story has them. */
  async isTrue(): Promise<void> {
    const rows = await this.surroundings.company.documents();
    const found = rows.map(({ id, status, sequence }) => [id, { status, sequence }]);
    const expected = this.#lives.map((life) => [life.id, { status: statusOf(life), sequence: life.told.length }]);
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected));
  }

  /** Checks that every step was told, once and in order. */
  wasTold(): void {
    for (const { id, told } of this.#lives) {
      const events = told.map((status, index) => `${index + 1} submerchant_document.${status}`);
      assert.deepEqual(this.surroundings.company.heardOf(id), events);
    }
  }

  async #submit(slot: number, validHours: number | null): Promise<void> {
    const { company, clock } = this.surroundings;
    const expiresAtMs = validHours === null ? Infinity : clock.nowMs() + validHours * HOUR_MS;
    const answer = await company.addDocument({
      ...this.#what(slot),
      expires_at: validHours === null ? null : new Date(expiresAtMs).toISOString(),
    });
    assert.equal(answer.ok, !this.#gone.has(slot));
    if (!answer.ok) return;
    enter(this.#inSlot(slot), 'replaced');
    this.#lives.push({ id: answer.data.id, slot, expiresAtMs, told: ['pending'] });
    await this.#expire();
  }

  #what(slot: number): Partial<CreateSubmerchantDocumentDto> {
    const representative = this.surroundings.representatives[slot];
    if (representative) return { type: 'partner_front_id', legal_representative_id: representative };
    return { type: slot === 2 ? 'social_contract' : 'cnpj_card' };
  }

  async #decide(which: number, status: DocumentDecision): Promise<void> {
    const life = this.#lives[which];
    if (!life) return;
    const isPossible = statusOf(life) === 'pending' || (statusOf(life) === 'approved' && status === 'rejected');
    const answer = await this.surroundings.company.review(life.id, status);
    assert.equal(answer.ok || answer.error, isPossible || 'review_not_possible');
    if (isPossible) enter([life], status);
  }

  async #delete(representative: number): Promise<void> {
    const { company, representatives } = this.surroundings;
    const answer = await company.deleteRepresentative(representatives[representative]!);
    assert.equal(answer.ok, !this.#gone.has(representative));
    this.#gone.add(representative);
    enter(this.#inSlot(representative), 'replaced');
  }

  async #expire(): Promise<void> {
    const { clock, expireDocuments } = this.surroundings;
    const due = this.#lives.filter((life) => isLive(life) && life.expiresAtMs <= clock.nowMs());
    enter(due, 'expired');
    if (due.length === 0) return;
    await expireDocuments.execute();
    // What the service's own timer is just expiring was left to it.
    await eventually(() => this.isTrue());
  }

  #inSlot(slot: number): Life[] {
    return this.#lives.filter((life) => life.slot === slot && statusOf(life) !== 'replaced');
  }
}
