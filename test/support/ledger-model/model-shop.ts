import type { Charge, Receivable, Wallet, WalletEntry } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { OPERATOR, type Reply, type TestMerchant } from '../../http-client.js';
import type { TestPlatform } from '../../platform.js';
import { createSubmerchant } from '../submerchants.js';
import { expectDone } from './command.js';
import type { Terms } from './ledger-model.js';
import type { Owner } from './wallet-model.js';

const PAGE_SIZE = 100;

/** The merchant that a story is played with: what it calls, and what it sees. */
export class ModelShop {
  private constructor(
    private readonly platform: TestPlatform,
    private readonly merchant: TestMerchant,
    readonly owners: Readonly<Record<Owner, string>>,
    readonly wallets: Readonly<Record<Owner, string>>,
    /** Counts what was asked for. */
    private readonly count: () => void,
  ) {}

  /** A new merchant with a new submerchant, of whom the ledger has heard. */
  static async open(platform: TestPlatform, terms: Terms, count: () => void): Promise<ModelShop> {
    const merchant = await platform.http.createMerchant();
    const { id: submerchantId } = await createSubmerchant(platform, merchant);
    const owners = { merchant: merchant.merchant.id, submerchant: submerchantId };
    if (terms.isSubmerchantApproved) {
      const review = { status: 'approved', notes: 'Conferido' };
      await platform.http.post(`/admin/v1/submerchants/${submerchantId}/review`, OPERATOR, review);
    }
    await platform.http.call('PATCH', `/admin/v1/merchants/${owners.merchant}`, {
      as: OPERATOR,
      body: { anticipation: settingsOf(terms) },
    });
    await eventually(() => expectKnown(platform, owners, terms));
    const { data } = (await platform.http.get<Wallet[]>('/v1/wallets', merchant.credentials)).body;
    const walletOf = (owner: string): string => data.find(({ owner_id }) => owner_id === owner)!.id;
    const wallets = { merchant: walletOf(owners.merchant), submerchant: walletOf(owners.submerchant) };
    return new ModelShop(platform, merchant, owners, wallets, count);
  }

  /** Asks for something. @param path after the version: `/v1` unless it names another */
  ask<Data>(path: string, body: unknown = {}, headers: Readonly<Record<string, string>> = {}): Promise<Reply<Data>> {
    this.count();
    return this.platform.http.post<Data>(path, this.merchant.credentials, body, headers);
  }

  askOperator<Data>(path: string, body: unknown): Promise<Reply<Data>> {
    this.count();
    return this.platform.http.post<Data>(`/admin/v1${path}`, OPERATOR, body);
  }

  async get<Data>(path: string): Promise<Data> {
    return expectDone(await this.platform.http.get<Data>(path, this.merchant.credentials), 200);
  }

  /** All pages of a list, in its order. */
  async all<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await this.platform.http.get<Item[]>(
        `${path}${path.includes('?') ? '&' : '?'}perPage=${PAGE_SIZE}&page=${page}`,
        this.merchant.credentials,
      );
      items.push(...body.data);
      if (items.length >= body.pagination!.total) return items;
    }
  }

  charge(id: string): Promise<Charge & { readonly refunds: readonly { readonly id: string }[] }> {
    return this.get(`/v1/charges/${id}`);
  }

  receivablesOf(chargeId: string): Promise<Receivable[]> {
    return this.all(`/v1/receivables?charge_id=${chargeId}`);
  }

  /** A wallet's statement, the first entry first. */
  async statement(owner: Owner): Promise<WalletEntry[]> {
    return (await this.all<WalletEntry>(`/v1/wallets/${this.wallets[owner]}/entries`)).toReversed();
  }

  ownerOf(id: string): Owner {
    return id === this.owners.merchant ? 'merchant' : 'submerchant';
  }
}

const settingsOf = ({ review, monthlyBps }: Terms) => ({ review, monthly_rate_bps: monthlyBps });

/** The ledger has heard of all that an operator has set. */
async function expectKnown(platform: TestPlatform, owners: ModelShop['owners'], terms: Terms): Promise<void> {
  const [known] = await platform.database('ledger').query(
    `SELECT anticipation, owner_status FROM merchant_terms JOIN wallets USING (merchant_id)
     WHERE merchant_id = $1 AND owner_id = $2`,
    [owners.merchant, owners.submerchant],
  );
  expect(known?.anticipation).toMatchObject(settingsOf(terms));
  if (terms.isSubmerchantApproved) expect(known?.owner_status).toBe('approved');
}
