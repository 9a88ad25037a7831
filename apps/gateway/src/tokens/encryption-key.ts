import type { CardEncryptionKey, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CommandClient } from '../commands/command-client.js';

/** Anybody may ask for it, so not everybody who does is a question to the vault. */
const MAX_AGE_MS = 5_000;
const ONLY = 'key';

/** For clients: a key that was replaced is good for longer than anybody keeps it. */
export const KEY_CACHE_CONTROL = 'public, max-age=300';

/** The key that cards are encrypted to. */
@Injectable()
export class EncryptionKey {
  readonly #remembered: LRUCache<string, SuccessAnswer<CardEncryptionKey>, string>;

  constructor(commands: CommandClient) {
    this.#remembered = new LRUCache({
      max: 1,
      ttl: MAX_AGE_MS,
      fetchMethod: (_key, _stale, { context: requestId }) =>
        commands.send('tokens.public-key', newId(), {}, { requestId, traceparent: undefined }),
    });
  }

  /** @throws what {@link CommandClient.send} throws when payments does not answer */
  async current(requestId: string): Promise<SuccessAnswer<CardEncryptionKey>> {
    return (await this.#remembered.fetch(ONLY, { context: requestId }))!;
  }
}
