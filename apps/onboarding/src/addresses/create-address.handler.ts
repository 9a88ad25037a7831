import {
  created,
  presentSubmerchantAddress,
  type Answer,
  type CreateSubmerchantAddressCommand,
  type SubmerchantAddress,
  type SubmerchantAddressRecord,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { assertRoom } from '../submerchants/assert-room.js';
import { lockOwnSubmerchant } from '../submerchants/lock-own-submerchant.js';
import { insertAddress } from './addresses.sql.js';

@Controller()
export class CreateAddressHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('submerchant-addresses.create')
  handle(
    @Payload() command: CreateSubmerchantAddressCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<SubmerchantAddress>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        const { id } = await lockOwnSubmerchant(transaction, command);
        await assertRoom(transaction, 'submerchant_addresses', id);
        const record = await insertAddress(transaction, newAddress(command, this.clock.now()));
        return created('Address added.', presentSubmerchantAddress(record));
      }),
    );
  }
}

const newAddress = (command: CreateSubmerchantAddressCommand, now: Date): SubmerchantAddressRecord => ({
  id: command.address_id,
  submerchant_id: command.submerchant_id,
  merchant_id: command.merchant_id,
  type: command.body.type ?? 'billing',
  street: command.body.street,
  number: command.body.number,
  complement: command.body.complement ?? null,
  neighborhood: command.body.neighborhood,
  city: command.body.city,
  state: command.body.state,
  zip_code: command.body.zip_code,
  country: command.body.country ?? 'BR',
  is_primary: command.body.is_primary ?? false,
  created_at: now,
});
