import { startStack, type Stack, type StackInstance, type StackOptions } from '../../scripts/lib/stack.mjs';
import { Books } from './books.js';
import type { Witnesses } from './nothing-lost.js';
import { openShop } from './open-shop.js';

/** A stack with a shop that sells on it, a receiver that hears all of its events, and an auditor. */
export interface StackUnderTest extends Witnesses {
  readonly stack: Stack;
  stop(): Promise<void>;
}

/** @param earlier who sold and heard on a stack that was on the same folder before, and goes on */
export async function startStackUnderTest(
  options: StackOptions = {},
  earlier?: Pick<Witnesses, 'shop' | 'postbacks'>,
): Promise<StackUnderTest> {
  const stack = await startStack(options);
  const { shop, postbacks } = earlier ?? (await openShop(stack));
  shop.routeTo(stack.baseUrls);
  const books = await Books.open(stack.postgres.adminUrl);
  return {
    stack,
    shop,
    books,
    postbacks,
    stop: async () => {
      await books.close();
      await stack.stop();
    },
  };
}

/** Whether an instance's process runs, whatever it waits for. */
export async function isLive({ opsPort }: StackInstance): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${opsPort}/live`)).ok;
}
