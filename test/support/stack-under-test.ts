import { startStack, type Stack, type StackInstance, type StackOptions } from '../../scripts/lib/stack.mjs';
import { HttpClient } from '../http-client.js';
import { Books } from './books.js';
import type { Witnesses } from './nothing-lost.js';
import { PostbackLog } from './postback-log.js';
import { Shop } from './shop.js';

/** A stack with a shop that sells on it, a receiver that hears all of its events, and an auditor. */
export interface StackUnderTest extends Witnesses {
  readonly stack: Stack;
  stop(): Promise<void>;
}

/** @param options of the stack; the witnesses of a stack that ran on the same folder before may be handed on */
export async function startStackUnderTest(
  options: StackOptions = {},
  earlier?: Pick<Witnesses, 'postbacks'>,
): Promise<StackUnderTest> {
  const stack = await startStack({ ...options, env: { LOG_LEVEL: 'info', ...options.env } });
  const { public_key: publicKey, secret_key: secretKey } = stack.merchant;
  const credentials = { publicKey, secretKey };
  const postbacks = earlier?.postbacks ?? (await PostbackLog.start());
  if (!earlier) await hearEverything(stack.baseUrl, credentials, postbacks);
  const books = await Books.open(stack.postgres.adminUrl);
  return {
    stack,
    books,
    postbacks,
    shop: new Shop({ baseUrls: stack.baseUrls, credentials }),
    stop: async () => {
      await books.close();
      await stack.stop();
      await postbacks.close();
    },
  };
}

/** Makes an endpoint that hears every event of the merchant. */
export async function hearEverything(
  baseUrl: string,
  credentials: { readonly publicKey: string; readonly secretKey: string },
  { url }: PostbackLog,
): Promise<void> {
  const { status } = await new HttpClient(baseUrl).post('/v1/postbacks/endpoints', credentials, { url, events: ['*'] });
  expect(status).toBe(201);
}

/** Whether an instance's process runs, whatever it waits for. */
export async function isLive({ opsPort }: StackInstance): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${opsPort}/live`)).ok;
}
