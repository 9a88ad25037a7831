import { saoPauloDateOf } from '@centavo/brazil';
import {
  done,
  presentAnticipationSimulation,
  type Answer,
  type AnticipationSimulation,
  type SimulateAnticipationCommand,
} from '@centavo/contracts';
import { Idempotency } from '@centavo/messaging';
import { Database, type Sql } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { merchantTermsOf } from '../merchants/merchant-terms.js';
import { totalsOf } from './advance.domain.js';
import { findReceivables } from './candidates.sql.js';
import { chooseAdvances, wishOf } from './choose-advances.js';

/** Refuses what a request would refuse, takes nothing and locks nothing. Where nothing can be anticipated, it comes to nothing. */
@Controller()
export class SimulateAnticipationHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('anticipations.simulate')
  handle(@Payload() command: SimulateAnticipationCommand): Promise<Answer<AnticipationSimulation>> {
    const { merchant_id, idempotency } = command;
    return this.database.transaction((outer) =>
      // Without a client's key there is nothing to remember: done twice it is done as well.
      this.idempotency.once(outer, merchant_id, idempotency, async (transaction) =>
        done('Anticipation simulated.', await this.#simulate(transaction, command)),
      ),
    );
  }

  async #simulate(sql: Sql, { merchant_id, body }: SimulateAnticipationCommand): Promise<AnticipationSimulation> {
    const wish = wishOf(merchant_id, body.anticipation_type, body.receivable_ids);
    const { anticipation } = await merchantTermsOf(sql, merchant_id);
    const terms = { today: saoPauloDateOf(this.clock.now()), monthlyRateBps: anticipation.monthly_rate_bps };
    const { advances } = await chooseAdvances(sql, wish, terms, (ids) => findReceivables(sql, ids));
    return presentAnticipationSimulation(
      totalsOf(advances),
      terms.monthlyRateBps,
      advances.map(({ receivable, net, interest, days }) => ({
        id: receivable.id,
        net_amount: net,
        fee_amount: interest,
        days,
      })),
    );
  }
}
