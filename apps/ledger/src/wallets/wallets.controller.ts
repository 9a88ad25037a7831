import {
  done,
  standingOf,
  type EventPayload,
  type OpenWalletCommand,
  type Submerchant,
  type SuccessAnswer,
  type Wallet,
} from '@centavo/contracts';
import { BatchEventPattern, type ReceivedMessage } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { FollowSubmerchants } from './follow-submerchants.js';
import { OpenWallet } from './open-wallet.js';

@Controller()
export class WalletsController {
  constructor(
    private readonly wallets: OpenWallet,
    private readonly submerchants: FollowSubmerchants,
  ) {}

  @MessagePattern('wallets.open')
  async open(command: OpenWalletCommand): Promise<SuccessAnswer<Wallet>> {
    const wallet = await this.wallets.open({
      id: command.wallet_id,
      merchantId: command.merchant_id,
      ownerId: command.owner_id,
      ownerType: command.owner_type,
    });
    return done('Wallet open.', wallet);
  }

  @BatchEventPattern('submerchant.*', { maxSize: 200, lingerMs: 20 })
  async submerchantChanged(messages: readonly ReceivedMessage<EventPayload<Submerchant>>[]): Promise<void> {
    await this.submerchants.follow(messages.map(({ payload, headers }) => standingOf(payload, headers)));
  }
}
