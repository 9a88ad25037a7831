/** How much is settled at once. Injected, so that tests can make the world small. */
export class SettlementLimits {
  /** Receivables of one transaction: enough to share its statements, few enough that captures of the same wallets do not wait long. */
  readonly batchSize: number = 500;
  /** Batches of the daily run that an instance has under way, of different wallets: while PostgreSQL works on one, the next is made. */
  readonly lanes: number = 2;
  /** Rows of the outbox, each with the events of a batch, that may wait for the bus before the next batch. */
  readonly unheardRows: number = 8;
}
