import {
  DomainError,
  toErrorAnswer,
  type Answer,
  type Charge,
  type ChargeSimulation,
  type IdempotencyRequest,
  type SimulateChargeCommand,
} from '@centavo/contracts';
import { Idempotency, type MessageHeaders } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { faultPoint, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { SandboxTriggers } from '../../acquirers/sandbox/sandbox-triggers.js';
import type { ChargeState } from '../charge.domain.js';
import { findCharges } from '../charges.sql.js';
import { ExpireCharge } from '../operate/expire-charge.js';
import { NEEDED, notPossible } from '../not-possible.js';
import { ChargeWriter } from '../write/charge-writer.js';
import type { NotificationOrigin } from '../../acquirers/acquirer.port.js';

/** `charges.simulate`: lets happen in the sandbox what payers, issuers and time do elsewhere; done when it answers. */
@Injectable()
export class SimulateCharge {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly triggers: SandboxTriggers,
    private readonly expireCharge: ExpireCharge,
    private readonly writer: ChargeWriter,
    private readonly settings: Settings,
  ) {}

  /** @throws DomainError `charge_not_found`, `sandbox_action_not_possible`; `route_not_found` outside the sandbox */
  async execute(
    command: SimulateChargeCommand,
    request: IdempotencyRequest,
    cause: MessageHeaders,
  ): Promise<Answer<Charge>> {
    if (!this.settings.isSandbox) throw new DomainError('route_not_found');
    const { merchant_id: merchantId, charge_id: chargeId, simulation } = command;
    if (simulation === 'expire') return this.expireCharge.execute(chargeId, { merchantId, request }, cause);
    const kept = await this.#keptFor(command, request);
    if (kept) return kept;
    const charge = await this.#find(command);
    if (!charge) throw new DomainError('charge_not_found');
    faultPoint('notify.before-acquirer');
    if (await this.#trigger(charge.id, simulation, { request, cause })) {
      faultPoint('notify.after-commit');
      // The answer was kept with the effect; given for the first time it is no replay.
      const { replayed: _, ...answer } = (await this.#keptFor(command, request))!;
      return answer;
    }
    const refusal = notPossible('sandbox_action_not_possible', charge, NEEDED_FOR[simulation]);
    return this.writer.refuse(merchantId, request, toErrorAnswer(refusal));
  }

  async #keptFor({ merchant_id }: SimulateChargeCommand, request: IdempotencyRequest): Promise<Answer<Charge> | null> {
    return (await this.idempotency.find(this.database, merchant_id, request)) as Answer<Charge> | null;
  }

  async #find({ charge_id, merchant_id }: SimulateChargeCommand): Promise<ChargeState | undefined> {
    const [charge] = await findCharges(this.database, [charge_id]);
    return charge?.merchant_id === merchant_id ? charge : undefined;
  }

  #trigger(
    chargeId: string,
    simulation: Exclude<ChargeSimulation, 'expire'>,
    origin: NotificationOrigin,
  ): Promise<boolean> {
    switch (simulation) {
      case 'pay':
        return this.triggers.pay(chargeId, origin);
      case 'chargeback':
        return this.triggers.chargeback(chargeId, origin);
      case 'chargeback/won':
        return this.triggers.disputeWon(chargeId, origin);
      case 'chargeback/lost':
        return this.triggers.disputeLost(chargeId, origin);
    }
  }
}

const NEEDED_FOR = {
  pay: NEEDED.toPay,
  chargeback: NEEDED.toGiveBack,
  'chargeback/won': NEEDED.toDecideDispute,
  'chargeback/lost': NEEDED.toDecideDispute,
} as const satisfies Record<Exclude<ChargeSimulation, 'expire'>, string>;
