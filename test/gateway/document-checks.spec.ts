import type { Submerchant, SubmerchantDocument } from '@centavo/contracts';
import { eventually, PostbackReceiver } from '@centavo/testing';
import { OPERATOR, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { DossierClient } from '../support/dossiers.js';
import { createSubmerchant } from '../support/submerchants.js';

const NOT_ALLOWED = /^file_url could not be reached: url_not_allowed: /;

/** A merchant's file server; it keeps every request, as a receiver of postbacks does. */
let files: PostbackReceiver;
let platform: TestPlatform;
let shop: TestMerchant;
let dossiers: DossierClient;
let submerchant: Submerchant;

function on(environment: Readonly<Record<string, string>>): void {
  beforeAll(async () => {
    platform = await startPlatform(environment);
    shop = await platform.http.createMerchant();
    dossiers = new DossierClient(platform.http, shop);
  });
  beforeEach(async () => {
    files = await PostbackReceiver.start();
    submerchant = await createSubmerchant(platform, shop);
  });
  afterEach(() => files.close());
  afterAll(() => platform.stop());
}

const rowOf = async ({ id }: SubmerchantDocument) =>
  (await dossiers.documents(submerchant)).find((document) => document.id === id)!;

const notesOf = (document: SubmerchantDocument): Promise<string> =>
  eventually(async () => (await rowOf(document)).verification_notes ?? false) as Promise<string>;

const checksLeft = () => platform.database('onboarding').query('SELECT FROM document_checks');

/** Checks that are to be tried again are due now. */
const endLeases = () => platform.database('onboarding').query('UPDATE document_checks SET due_at = now()');

describe('The files of documents', () => {
  on({});

  it('are never fetched by default', async () => {
    await dossiers.document(submerchant, { file_url: files.url('/a.pdf') });
    expect(await checksLeft()).toEqual([]);
    expect(files.requests).toEqual([]);
  });
});

describe('Where VERIFY_DOCUMENT_URLS is on, a new document', () => {
  on({ VERIFY_DOCUMENT_URLS: 'true' });

  it('is told what is at its address, and stays pending', async () => {
    files.answerWith({ status: 200, headers: { 'content-type': 'image/png' }, body: 'x'.repeat(10) });
    const document = await dossiers.document(submerchant, { file_url: files.url('/a.pdf'), file_size: 10 });
    expect(document.verification_notes).toBeNull();
    const notes = 'file_url has another file: its type is image/png, not application/pdf.';
    expect(await notesOf(document)).toBe(notes);
    expect(await rowOf(document)).toMatchObject({ status: 'pending', verified_at: null });
    expect(files.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /a.pdf']);
    expect(await checksLeft()).toEqual([]);
  });

  it('is not led elsewhere', async () => {
    files.answerWith({ status: 302, headers: { location: files.url('/secret') } });
    const document = await dossiers.document(submerchant, { file_url: files.url('/a.pdf') });
    expect(await notesOf(document)).toBe('file_url answered 302.');
    expect(files.requests).toHaveLength(1);
  });

  it('is tried three times when its server is down', async () => {
    files.answerWith({ status: 503 });
    const document = await dossiers.document(submerchant, { file_url: files.url('/a.pdf') });
    await files.waitFor(1);
    await endLeases();
    await files.waitFor(2);
    expect((await rowOf(document)).verification_notes).toBeNull();
    await endLeases();
    expect(await notesOf(document)).toBe('file_url answered 503.');
    expect(files.requests).toHaveLength(3);
  });

  it('keeps what an operator has said meanwhile', async () => {
    const answering = Promise.withResolvers<{ status: number }>();
    files.answerWith(() => answering.promise);
    const document = await dossiers.document(submerchant, { file_url: files.url('/a.pdf') });
    await files.waitFor(1);
    const decision = { status: 'approved', notes: 'seen' };
    await platform.http.post(`/admin/v1/submerchant-documents/${document.id}/review`, OPERATOR, decision);
    answering.resolve({ status: 404 });
    await eventually(async () => (await checksLeft()).length === 0);
    expect((await rowOf(document)).verification_notes).toBe('seen');
  });
});

describe('Where VERIFY_DOCUMENT_URLS is on, a private address', () => {
  on({ VERIFY_DOCUMENT_URLS: 'true', POSTBACK_ALLOWED_NETWORKS: '192.0.2.0/24' });

  it('is not asked, however it is written', async () => {
    const urls = [
      'http://127.0.0.1:9/a.pdf',
      'http://2130706433/a.pdf',
      'http://[::ffff:10.0.0.1]/a.pdf',
      'http://169.254.169.254/latest/meta-data',
      'http://localhost/a.pdf',
    ];
    await Promise.all(
      urls.map(async (file_url) => {
        const own = await createSubmerchant(platform, shop);
        const { id } = await dossiers.document(own, { file_url });
        const notes = await eventually(async () => {
          const [document] = await dossiers.documents(own);
          return document!.verification_notes ?? false;
        });
        expect([file_url, id, notes]).toEqual([file_url, id, expect.stringMatching(NOT_ALLOWED)]);
      }),
    );
  });
});
