import { commandsOf, done, type FindSubmerchantsCommand, type SubmerchantStanding } from '@centavo/contracts';
import type { Bus, RunningSubscription } from '@centavo/messaging';
import { newId } from '@centavo/runtime';

/** A submerchant as it stands; `traits` replace what a new one has. */
export const aSubmerchant = (traits: Partial<SubmerchantStanding> = {}): SubmerchantStanding => ({
  id: newId(),
  merchant_id: newId(),
  wallet_id: newId(),
  status: 'pending',
  sequence: 1,
  ...traits,
});

/** Answers in onboarding's place how submerchants stand. */
export class OnboardingDesk {
  /** The submerchants that it was asked about, question by question. */
  readonly questions: (readonly string[])[] = [];
  readonly #registered = new Map<string, SubmerchantStanding>();
  #subscription: RunningSubscription | undefined;

  async open(bus: Bus): Promise<void> {
    this.#subscription = await bus.subscribe({
      group: 'onboarding',
      topics: [commandsOf('onboarding')],
      handlers: [
        {
          kind: 'single',
          pattern: 'submerchants.find',
          handle: async ({ payload }) => this.#answer(payload as FindSubmerchantsCommand),
        },
      ],
      deadLetters: { add: ({ reason }) => Promise.reject(new Error(reason)) },
    });
  }

  /** What it says from now on. Nobody is told of it. */
  register(standing: SubmerchantStanding): SubmerchantStanding {
    this.#registered.set(standing.id, standing);
    return standing;
  }

  /** Nobody answers any more. */
  async close(): Promise<void> {
    await this.#subscription?.stop();
  }

  #answer({ submerchant_ids }: FindSubmerchantsCommand) {
    this.questions.push(submerchant_ids);
    return done(
      'Submerchants.',
      submerchant_ids.flatMap((id) => this.#registered.get(id) ?? []),
    );
  }
}
