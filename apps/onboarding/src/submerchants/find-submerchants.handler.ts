import { done, type Answer, type FindSubmerchantsCommand, type SubmerchantStanding } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { findStandings } from './standings.sql.js';

/** Tells another service what it has not heard yet. */
@Controller()
export class FindSubmerchantsHandler {
  constructor(private readonly database: Database) {}

  @MessagePattern('submerchants.find')
  async handle(
    @Payload() { submerchant_ids }: FindSubmerchantsCommand,
  ): Promise<Answer<readonly SubmerchantStanding[]>> {
    return done('Submerchants.', await findStandings(this.database, submerchant_ids));
  }
}
