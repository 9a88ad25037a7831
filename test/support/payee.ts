import type { Wallet, WalletEntry, Withdrawal } from '@centavo/contracts';
import { eventually, type WithdrawalBody } from '@centavo/testing';
import { OPERATOR, type HttpClient, type Reply, type TestMerchant } from '../http-client.js';
import type { TestPlatform } from '../platform.js';

/** A merchant with money, who wants it paid out. */
export class Payee {
  readonly #http: HttpClient;

  private constructor(
    { http }: Pick<TestPlatform, 'http'>,
    readonly merchant: TestMerchant,
  ) {
    this.#http = http;
  }

  /** @param balance centavos */
  static async open(platform: Pick<TestPlatform, 'http'>, balance: number): Promise<Payee> {
    const payee = new Payee(platform, await platform.http.createMerchant());
    await payee.credit(payee.walletId, balance);
    return payee;
  }

  get walletId(): string {
    return this.merchant.wallet.id;
  }

  async credit(walletId: string, amount: number): Promise<void> {
    const body = { direction: 'credit', amount, description: 'Test money' };
    const path = `/admin/v1/wallets/${walletId}/adjustments`;
    await eventually(async () => (await this.#http.post(path, OPERATOR, body)).status === 201);
  }

  withdraw(body: WithdrawalBody | object, headers?: Record<string, string>): Promise<Reply<Withdrawal>> {
    return this.#http.post<Withdrawal>('/v1/withdrawals', this.merchant.credentials, body, headers);
  }

  /** A withdrawal that is taken. */
  async withdrawal(body: WithdrawalBody): Promise<Withdrawal> {
    const { status, body: reply } = await this.withdraw(body);
    if (status !== 201) throw new Error(`no withdrawal: ${JSON.stringify(reply)}`);
    return reply.data;
  }

  act(
    id: string,
    action: 'cancel' | 'complete' | 'fail',
    headers?: Record<string, string>,
  ): Promise<Reply<Withdrawal>> {
    const prefix = action === 'cancel' ? '/v1' : '/sandbox/v1';
    return this.#http.post<Withdrawal>(`${prefix}/withdrawals/${id}/${action}`, this.merchant.credentials, {}, headers);
  }

  async get(id: string): Promise<Withdrawal> {
    return (await this.#read<Withdrawal>(`/v1/withdrawals/${id}`)).body.data;
  }

  list(query = ''): Promise<Reply<Withdrawal[]>> {
    return this.#read(`/v1/withdrawals${query}`);
  }

  /** Waits until a withdrawal has a status. */
  async ends(id: string, status: Withdrawal['status']): Promise<Withdrawal> {
    return eventually(async () => {
      const withdrawal = await this.get(id);
      if (withdrawal.status === status) return withdrawal;
      throw new Error(`The withdrawal is ${withdrawal.status}.`);
    });
  }

  async balance(walletId = this.walletId): Promise<number> {
    return (await this.#read<Wallet>(`/v1/wallets/${walletId}`)).body.data.available_amount;
  }

  /** The statement of the wallet, newest first, without what put the money there. */
  async statement(walletId = this.walletId): Promise<readonly (readonly [string, string, number])[]> {
    const { body } = await this.#read<WalletEntry[]>(`/v1/wallets/${walletId}/entries`);
    return body.data
      .filter(({ reference_type: type }) => type !== 'adjustment')
      .map((entry) => [entry.direction, entry.reference_type, entry.amount] as const);
  }

  setPin(body: object, headers?: Record<string, string>): Promise<Reply<{ id: string; enabled: boolean }>> {
    return this.#http.call('PUT', '/v1/transaction-pin', { as: this.merchant.credentials, body, headers });
  }

  removePin(body?: object, headers?: Record<string, string>): Promise<Reply<{ id: string; deleted: true }>> {
    return this.#http.call('DELETE', '/v1/transaction-pin', { as: this.merchant.credentials, body, headers });
  }

  #read<Data>(path: string): Promise<Reply<Data>> {
    return this.#http.get<Data>(path, this.merchant.credentials);
  }
}
