import {
  done,
  type EventPayload,
  type Merchant,
  type OpenWalletCommand,
  type SuccessAnswer,
  type Wallet,
} from '@centavo/contracts';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import { OpenWallet } from './open-wallet.js';

@Controller()
export class WalletsController {
  constructor(private readonly wallets: OpenWallet) {}

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

  @EventPattern('merchant.active')
  async merchantActive({ data: merchant }: EventPayload<Merchant>): Promise<void> {
    await this.wallets.open({
      id: merchant.wallet_id,
      merchantId: merchant.id,
      ownerId: merchant.id,
      ownerType: 'merchant',
    });
  }
}
