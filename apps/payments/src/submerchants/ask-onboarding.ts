import {
  commandsOf,
  DomainError,
  type Answer,
  type CommandName,
  type FindSubmerchantsCommand,
  type SubmerchantStanding,
} from '@centavo/contracts';
import { Bus, BusUnavailableError, ReplyTimeoutError } from '@centavo/messaging';
import { newId, PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

const COMMAND = 'submerchants.find' satisfies CommandName;
/** Twice this, when a question finds another under way, is less than a client waits for its charge. */
const TIMEOUT_MS = 4_000;
const MAX_BATCH = 500;
const RETRY_AFTER_SECONDS = 1;

/** Asks the one who knows how submerchants stand. Questions that fall together share one message. */
@Injectable()
export class AskOnboarding {
  readonly #questions: PacedBatcher<string, SubmerchantStanding | undefined>;

  constructor(private readonly bus: Bus) {
    this.#questions = new PacedBatcher({ flush: (ids) => this.#ask(ids), maxSize: MAX_BATCH, lingerMs: 0 });
  }

  /**
   * @returns those that there are
   * @throws DomainError `service_unavailable` while onboarding does not answer
   */
  async execute(ids: readonly string[]): Promise<SubmerchantStanding[]> {
    const answers = await Promise.all(ids.map((id) => this.#questions.add(id)));
    return answers.filter((standing) => standing !== undefined);
  }

  async #ask(ids: readonly string[]): Promise<(SubmerchantStanding | undefined)[]> {
    const question: FindSubmerchantsCommand = { submerchant_ids: ids };
    const found = new Map((await this.#request(question)).map((standing) => [standing.id, standing]));
    return ids.map((id) => found.get(id));
  }

  async #request(question: FindSubmerchantsCommand): Promise<readonly SubmerchantStanding[]> {
    const id = newId();
    // A question is in line with nothing: what it asks about is committed, or the charge could not name it.
    const message = { topic: commandsOf('onboarding'), id, type: COMMAND, key: id, value: JSON.stringify(question) };
    try {
      const answer = await this.bus.request({ ...message, headers: {} }, TIMEOUT_MS);
      return dataOf(answer as Answer<readonly SubmerchantStanding[]>);
    } catch (error) {
      if (!(error instanceof BusUnavailableError || error instanceof ReplyTimeoutError)) throw error;
      throw new DomainError('service_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }
}

function dataOf(answer: Answer<readonly SubmerchantStanding[]>): readonly SubmerchantStanding[] {
  if (!answer.ok) throw new Error(`onboarding answered ${answer.error}`);
  return answer.data;
}
