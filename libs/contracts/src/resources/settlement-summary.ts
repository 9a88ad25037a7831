import { ApiProperty } from '@nestjs/swagger';

/** What a settlement did. */
export class SettlementSummary {
  @ApiProperty({ type: 'integer', description: 'How many receivables turned `settled`.' }) settled!: number;
  @ApiProperty({
    type: 'integer',
    description: 'Centavos that wallets were credited: the net of those that had not been paid early.',
  })
  amount!: number;
}
