import { AmountField, EnumField, StringField } from '../../fields.js';
import { ENTRY_DIRECTIONS, type EntryDirection } from '../../resources/wallet-entry.js';

/** Body of `POST /admin/v1/wallets/{id}/adjustments`. */
export class AdjustWalletDto {
  @EnumField(ENTRY_DIRECTIONS, {
    description: 'Whether the wallet gets the amount or gives it; it may fall below zero.',
    example: 'credit',
  })
  direction!: EntryDirection;
  @AmountField({ example: 1_500 }) amount!: number;
  @StringField({ description: "Shown on the wallet's statement.", example: 'Fee of charge 1042 returned' })
  description!: string;
}
