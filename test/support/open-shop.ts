import { HttpClient } from '../http-client.js';
import { PostbackLog } from './postback-log.js';
import { Shop } from './shop.js';

/** What a started platform says of itself; the keys are as `credentials.json` has them. */
export interface OpenPlatform {
  readonly baseUrl: string;
  readonly merchant: { readonly public_key: string; readonly secret_key: string };
}

/** Lets the demo merchant of a platform sell, and hear every event. @param host where it listens, for a platform that does not run on this machine itself */
export async function openShop(
  { baseUrl, merchant }: OpenPlatform,
  host?: string,
): Promise<{ shop: Shop; postbacks: PostbackLog }> {
  const credentials = { publicKey: merchant.public_key, secretKey: merchant.secret_key };
  const postbacks = await PostbackLog.start({ host });
  const endpoint = { url: postbacks.url, events: ['*'] };
  const { status } = await new HttpClient(baseUrl).post('/v1/postbacks/endpoints', credentials, endpoint);
  if (status !== 201) throw new Error(`The postback endpoint was answered with ${status}.`);
  const shop = new Shop(credentials);
  shop.routeTo([baseUrl]);
  return { shop, postbacks };
}
