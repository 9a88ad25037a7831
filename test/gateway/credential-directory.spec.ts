import type { ApiKey } from '@centavo/contracts';
import { eventually, lockWaiters } from '@centavo/testing';
import { CredentialDirectory } from '../../apps/gateway/src/auth/credential-directory.js';
import { CredentialQueries } from '../../apps/gateway/src/auth/credentials.queries.js';
import { OPERATOR } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

/** The real queries, counted. */
class CountedQueries extends CredentialQueries {
  lookups = 0;
  checks = 0;

  override find(publicKeys: readonly string[]) {
    this.lookups += 1;
    return super.find(publicKeys);
  }

  override changesSince(version: bigint) {
    this.checks += 1;
    return super.changesSince(version);
  }
}

describe('The directory of credentials', () => {
  let platform: TestPlatform;
  let publicKeys: string[];
  let queries: CountedQueries;
  let directory: CredentialDirectory;
  beforeAll(async () => {
    platform = await startPlatform();
    const shop = await platform.http.createMerchant();
    const keys = Array.from({ length: 50 }, (_, index) =>
      platform.http.post<ApiKey>('/v1/api-keys', shop.credentials, { name: `key ${index}` }),
    );
    publicKeys = (await Promise.all(keys)).map(({ body }) => body.data.public_key);
  });
  afterAll(() => platform.stop());
  beforeEach(async () => {
    queries = new CountedQueries(await platform.testDatabase.database('gateway'));
    directory = new CredentialDirectory(queries);
  });

  const findAll = () => Promise.all(publicKeys.map((publicKey) => directory.find(publicKey)));

  it('looks many keys up with few statements', async () => {
    const found = await findAll();
    expect(found.map((credential) => credential?.isActive)).toEqual(publicKeys.map(() => true));
    expect(queries.lookups).toBeLessThanOrEqual(2);
    expect(queries.checks).toBe(1);
  });

  it('asks for a key that does not exist once', async () => {
    const unknown = `pk_test_${'u'.repeat(22)}`;
    expect(await directory.find(unknown)).toBeNull();
    expect(await directory.find(unknown)).toBeNull();
    expect(queries.lookups).toBe(1);
  });

  it('forgets the key that changed and keeps the others', async () => {
    await findAll();
    const [changed, kept] = publicKeys as [string, string];
    await platform
      .database('onboarding')
      .query(`UPDATE api_keys SET is_active = false WHERE public_key = $1`, [changed]);
    await eventually(async () => (await directory.find(changed))?.isActive === false);
    const before = queries.lookups;
    expect((await directory.find(kept))?.isActive).toBe(true);
    expect(queries.lookups).toBe(before);
  });

  it('serves nothing that it has not seen to be current within the last second', async () => {
    const { credentials } = await platform.http.createMerchant();
    const find = async () => (await directory.find(credentials.publicKey))?.isActive;
    expect(await find()).toBe(true);
    await platform
      .database('onboarding')
      .query(`UPDATE api_keys SET is_active = false WHERE public_key = $1`, [credentials.publicKey]);
    const now = performance.now.bind(performance);
    performance.now = () => now() + 1001;
    try {
      expect(await find()).toBe(false);
    } finally {
      performance.now = now;
    }
  });

  it('hears of a suspension that began while the key was being made', async () => {
    const { merchant, apiKey, credentials } = await platform.http.createMerchant();
    const onboarding = platform.database('onboarding');
    const waiting = (count: number) =>
      eventually(async () => {
        expect(await lockWaiters(onboarding)).toBe(count);
      });

    const { publicKey, suspending } = await onboarding.transaction(async (firstKeyHolder) => {
      await firstKeyHolder.query(`SELECT FROM api_keys WHERE id = $1 FOR UPDATE`, [apiKey.id]);
      const [making, suspending] = await onboarding.transaction(async (versionHolder) => {
        await versionHolder.query(`SELECT FROM access_version FOR UPDATE`);
        const post = platform.http.post<ApiKey>('/v1/api-keys', credentials, { name: 'new' });
        await waiting(1);
        const path = `/admin/v1/merchants/${merchant.id}`;
        const patch = platform.http.call('PATCH', path, { as: OPERATOR, body: { status: 'suspended' } });
        await waiting(2);
        return [post, patch] as const;
      });
      const publicKey = (await making).body.data.public_key;
      expect(await directory.find(publicKey)).toMatchObject({ merchantIsSuspended: false });
      return { publicKey, suspending };
    });
    expect((await suspending).status).toBe(200);
    await eventually(async () => (await directory.find(publicKey))?.merchantIsSuspended === true);
  });
});
