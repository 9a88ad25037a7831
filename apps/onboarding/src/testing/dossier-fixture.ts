import type { CommandName, Commands, EventPayload, SubmerchantDocument } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aDocumentBody, anAddressBody, aRepresentativeBody, aSubmerchantBody } from '@centavo/testing';
import { anOperator, type OnboardingFixture } from './onboarding-fixture.js';

/** A company of a merchant's, and what is handed in about it. */
export class Company {
  private constructor(
    private readonly onboarding: OnboardingFixture,
    readonly id: string,
    private readonly merchantId: string,
  ) {}

  static async register(onboarding: OnboardingFixture, merchantId: string): Promise<Company> {
    const company = new Company(onboarding, newId(), merchantId);
    await company.#done('submerchants.create', { wallet_id: newId(), body: aSubmerchantBody() });
    return company;
  }

  addAddress(fields: Parameters<typeof anAddressBody>[0] = {}) {
    return this.#send('submerchant-addresses.create', { address_id: newId(), body: anAddressBody(fields) });
  }

  addDocument(fields: Parameters<typeof aDocumentBody>[0] = {}) {
    return this.#send('submerchant-documents.create', { document_id: newId(), body: aDocumentBody(fields) });
  }

  addRepresentative(fields: Parameters<typeof aRepresentativeBody>[0] = {}) {
    return this.#send('legal-representatives.create', {
      representative_id: newId(),
      body: aRepresentativeBody(fields),
    });
  }

  changeRepresentative(id: string, body: Commands['legal-representatives.update']['payload']['body']) {
    return this.#send('legal-representatives.update', { representative_id: id, body });
  }

  deleteRepresentative(id: string) {
    return this.#send('legal-representatives.delete', { representative_id: id, body: null });
  }

  review(documentId: string, status: 'approved' | 'rejected') {
    return this.onboarding.send('submerchant-documents.review', {
      ...anOperator(),
      document_id: documentId,
      body: { status },
    });
  }

  /** Its documents, the oldest first. */
  documents() {
    return this.onboarding.database.query<Pick<SubmerchantDocument, 'id' | 'type' | 'status'> & { sequence: number }>(
      'SELECT id, type, status, sequence FROM submerchant_documents WHERE submerchant_id = $1 ORDER BY created_at, id',
      [this.id],
    );
  }

  /** What was told of a document, as it was heard: `<sequence> <kind>`. What the bus repeats is heard once, as by every consumer. */
  heardOf(documentId: string): string[] {
    const events = this.onboarding.events.filter(({ headers }) => headers['resourceId'] === documentId);
    const once = new Map(events.map(({ id, payload }) => [id, payload as EventPayload]));
    return [...once.values()].map(({ sequence, event }) => `${sequence} ${event}`);
  }

  #send<Name extends CommandName>(name: Name, fields: object) {
    const own = { merchant_id: this.merchantId, submerchant_id: this.id, idempotency: null };
    return this.onboarding.send(name, { ...own, ...fields } as unknown as Commands[Name]['payload']);
  }

  async #done(name: CommandName, fields: object): Promise<void> {
    const answer = await this.#send(name, fields);
    if (!answer.ok) throw new Error(`refused: ${answer.error}`);
  }
}
