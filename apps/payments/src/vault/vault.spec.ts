import { inspect } from 'node:util';
import type { CardToken } from '@centavo/contracts';
import type { PostgresDatabase } from '@centavo/persistence';
import { SettingsError } from '@centavo/runtime';
import { schemasOf, VAULT_ROLE } from '@centavo/service';
import { BUS_MIGRATIONS } from '@centavo/messaging';
import { startTestDatabase, TestClock, testSettings, type TestDatabase } from '@centavo/testing';
import { paymentsService } from '../payments.service.js';
import { cardCommand, vaultOn } from '../testing/vault-fixture.js';
import { JwkSetKeyProvider } from './keys/jwk-set-key-provider.js';
import type { KeyProvider } from './keys/key-provider.port.js';
import { KeySet } from './keys/key-set.domain.js';
import { VaultKeys } from './vault-keys.js';
import type { Vault } from './vault.js';

const NUMBER = '4242424242424242';

const providerOf = (set: KeySet): KeyProvider => new JwkSetKeyProvider(() => Promise.resolve(set));

/** PostgreSQL's "insufficient privilege". */
const DENIED = { code: '42501' };
/** By the role's rights, and by the table's own trigger when they would allow it. */
const REFUSED = /permission denied|append-only/;

describe('The vault', () => {
  const set = KeySet.generate();
  const keys = providerOf(set);
  let testDatabase: TestDatabase;
  let database: PostgresDatabase;
  let vault: Vault;
  beforeAll(async () => {
    const services = schemasOf([paymentsService, ...OTHERS.map((name) => ({ ...paymentsService, ...nothing, name }))]);
    testDatabase = await startTestDatabase(services, { shared: BUS_MIGRATIONS });
    database = await testDatabase.database(VAULT_ROLE);
    vault = vaultOn(database, testSettings(), new TestClock(), keys);
    await new VaultKeys(database, keys).verifyAndNote();
  });
  afterAll(() => testDatabase.close());

  const OTHERS = ['onboarding', 'ledger', 'webhooks'] as const;
  const nothing = { migrations: [], vaultMigrations: undefined };

  async function tokenOf(number: string): Promise<string> {
    const [answer] = await vault.tokenize([await cardCommand(keys, { number })]);
    return (answer as { data: CardToken }).data.token;
  }

  it('gives back what it was given, and shows it to nobody who prints it', async () => {
    const card = await vault.reveal(await tokenOf(NUMBER), 'test');
    expect([card.number, card.holderName, card.expirationMonth, card.expirationYear]).toEqual([
      NUMBER,
      'MARIA SILVA',
      '12',
      '2040',
    ]);
    for (const shown of [inspect({ card }, { depth: 9, showHidden: true }), JSON.stringify({ card }), String(card)]) {
      expect(shown).not.toContain(NUMBER);
    }
  });

  it('keeps no number in clear in any column', async () => {
    await tokenOf(NUMBER);
    for (const table of ['cards', 'envelopes', 'access_log', 'keys']) {
      const rows = await database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      for (const { row } of rows) {
        expect(row).not.toContain(NUMBER);
        expect(row).not.toContain(Buffer.from(NUMBER).toString('hex'));
      }
    }
  });

  it('opens no card in another card’s row', async () => {
    const [one, other] = [await tokenOf('4000000000000010'), await tokenOf('4000000000000028')];
    await database.query(
      `UPDATE cards c SET sealed = o.sealed, data_key = o.data_key FROM cards o WHERE c.token = $1 AND o.token = $2`,
      [one, other],
    );
    await expect(vault.reveal(one, 'test')).rejects.toThrow('The card was changed, or belongs to another token.');
  });

  it('reveals nothing for a token that is nobody’s', async () => {
    expect(await vault.find('tok_nobody')).toBeUndefined();
    await expect(vault.reveal('tok_nobody', 'test')).rejects.toThrow('no card for this token');
  });

  it('puts every card it gives out on record before, and the record stays as it is', async () => {
    const token = await tokenOf('4000000000000036');
    await Promise.all([vault.reveal(token, 'charge:1'), vault.reveal(token, 'charge:2')]);
    const rows = await database.query<{ action: string; reason: string }>(
      'SELECT action, reason FROM access_log WHERE token = $1 ORDER BY id',
      [token],
    );
    expect(rows.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
      'tokenize request:test',
      'reveal charge:1',
      'reveal charge:2',
    ]);
    const admin = await testDatabase.adminDatabase(VAULT_ROLE);
    for (const sql of [database, admin]) {
      await expect(sql.query('DELETE FROM access_log')).rejects.toThrow(REFUSED);
      await expect(sql.query(`UPDATE access_log SET reason = ''`)).rejects.toThrow(REFUSED);
      await expect(sql.query('TRUNCATE access_log')).rejects.toThrow(REFUSED);
    }
  });

  describe.each([...OTHERS, 'payments', 'gateway'])('the role %s', (role) => {
    it.each(['cards', 'envelopes', 'access_log', 'keys'])('cannot see the vault’s %s', async (table) => {
      const stranger = await testDatabase.database(role, { poolSize: 1 });
      await expect(stranger.query(`SELECT FROM vault.${table}`)).rejects.toMatchObject(DENIED);
    });
  });

  it('cannot see anything but itself', async () => {
    await expect(database.query('SELECT FROM payments.charges')).rejects.toMatchObject(DENIED);
  });

  const starting = (other: KeySet): Promise<void> => new VaultKeys(database, providerOf(other)).verifyAndNote();

  it('keeps no card under a key that it does not depend on', async () => {
    const other = vaultOn(database, testSettings(), new TestClock(), providerOf(set.withNext().promoted()));
    const command = await cardCommand(keys, { number: '4000000000000044' });
    await expect(other.tokenize([command])).rejects.toMatchObject({ code: '23503' });
  });

  it('lets an administrator remove from the record what is older than a year', async () => {
    const token = await tokenOf('4000000000000051');
    const admin = await testDatabase.adminDatabase(VAULT_ROLE);
    await admin.query(
      `INSERT INTO access_log (id, occurred_at, action, token, merchant_id, actor, reason)
       SELECT gen_random_uuid(), now() - interval '13 months', 'reveal', $1, merchant_id, actor, reason
       FROM access_log WHERE token = $1`,
      [token],
    );
    await admin.query(`DELETE FROM access_log WHERE occurred_at < now() - interval '12 months'`);
    expect(await database.query('SELECT FROM access_log WHERE token = $1', [token])).toHaveLength(1);
  });

  describe('does not start', () => {
    type Exported = { keys: { alg: string; kid: string }[] };
    const mixed = (theirs: KeySet, algorithms: readonly string[], rename = false): KeySet => {
      const [own, other] = [set, theirs].map((each) => (JSON.parse(each.export()) as Exported).keys);
      const found = own!.map((key, index) =>
        algorithms.includes(key.alg) ? { ...other![index]!, ...(rename && { kid: key.kid }) } : key,
      );
      return KeySet.parse(JSON.stringify({ keys: found }));
    };
    it.each([
      ['without its key-encryption key', () => mixed(KeySet.generate(), ['A256KW']), /There is no key .* for A256KW/],
      [
        'with another one in its place',
        () => mixed(KeySet.generate(), ['A256KW'], true),
        /is another one than wrapped/,
      ],
      ['with another fingerprint key', () => mixed(KeySet.generate(), ['HS256'], true), /fingerprint key/],
      ['with keys of another vault', () => KeySet.generate(), /Start with the keys that the cards were kept with/],
    ])('%s', async (_, other, sentence) => {
      await expect(starting(other())).rejects.toThrow(SettingsError);
      await expect(starting(other())).rejects.toThrow(sentence);
    });

    it('and starts again with its own, whatever was tried', async () => {
      await expect(starting(KeySet.generate())).rejects.toThrow(SettingsError);
      await expect(starting(set.withNext().promoted())).resolves.toBeUndefined();
    });
  });
});

it('Of two instances that start with different keys on an empty vault, one does not', async () => {
  const testDatabase = await startTestDatabase(schemasOf([paymentsService]), { shared: BUS_MIGRATIONS });
  try {
    const starts = [KeySet.generate(), KeySet.generate()].map(async (set) =>
      new VaultKeys(await testDatabase.database(VAULT_ROLE), providerOf(set)).verifyAndNote(),
    );
    const outcomes = (await Promise.allSettled(starts)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
  } finally {
    await testDatabase.close();
  }
});
