import type { Database } from '@centavo/persistence';
import { newId, SecretBox, type Settings } from '@centavo/runtime';
import { insertEndpoint } from '../endpoints/endpoints.sql.js';
import { newPostbackSecret } from '../signing/postback-secret.domain.js';

export interface TestEndpoint {
  readonly id: string;
  readonly merchantId: string;
  readonly secret: string;
}

/** An endpoint of a merchant of its own, unless told otherwise, that wants to hear everything. */
export async function anEndpoint(
  database: Database,
  settings: Settings,
  url: string,
  { merchantId = newId(), events = ['*'] }: { merchantId?: string; events?: readonly string[] } = {},
): Promise<TestEndpoint> {
  const id = newId();
  const secret = newPostbackSecret();
  const sealedSecret = new SecretBox(settings.secretsKeys).seal(secret, id);
  await insertEndpoint(database, { id, merchantId, url, events, sealedSecret, createdAt: new Date() });
  return { id, merchantId, secret };
}
