import { ApiKey, Merchant, Wallet } from '@centavo/contracts';
import { ApiProperty } from '@nestjs/swagger';

/** What `POST /admin/v1/merchants` answers: everything to start with. */
export class NewMerchant {
  @ApiProperty({ type: Merchant }) merchant!: Merchant;
  @ApiProperty({ type: Wallet }) wallet!: Wallet;
  @ApiProperty({ type: ApiKey }) api_key!: ApiKey;
}
