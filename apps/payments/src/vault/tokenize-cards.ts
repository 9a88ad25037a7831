import {
  created,
  DomainError,
  done,
  undecryptableCard,
  type Answer,
  type CardToken,
  type TokenizeCardCommand,
} from '@centavo/contracts';
import { Clock, newId, randomBase62, Settings } from '@centavo/runtime';
import type { Transaction } from '@centavo/persistence';
import { VaultDatabase } from '@centavo/service';
import { Injectable } from '@nestjs/common';
import type { ClearCard } from '../cards/clear-card.js';
import type { Access } from './access-log.sql.js';
import { logTokenizations } from './access-log.sql.js';
import { sealCard } from './card-cipher.js';
import { acceptCard, type AcceptedCard } from './card-rules.domain.js';
import { claimEnvelopes, findByFingerprint, insertCards, type CardRow, type KnownCard } from './cards.sql.js';
import { KeyProvider } from './keys/key-provider.port.js';
import { openEnvelope, type OpenedEnvelope } from './open-envelope.js';

/** 128 bits: nobody guesses another merchant's token. */
const TOKEN_BYTES = 16;

/** What is asked of the vault, and the request that it is asked by. */
export interface Tokenization {
  readonly command: TokenizeCardCommand;
  readonly requestId: string;
}

/** An encrypted card that could be opened, ready to be kept. */
interface Prepared {
  readonly row: CardRow;
  readonly envelope: Pick<OpenedEnvelope, 'digest' | 'kid'>;
  readonly access: Omit<Access, 'token'>;
}

/** Takes encrypted cards and gives tokens for them. A card that a merchant has already has its token for ever. */
@Injectable()
export class TokenizeCards {
  readonly #checksDigits: boolean;

  constructor(
    private readonly database: VaultDatabase,
    private readonly keys: KeyProvider,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.#checksDigits = !settings.isSandbox;
  }

  /** An answer, or the refusal, for each of `tokenizations`: all that are good are kept in one transaction. */
  async execute(tokenizations: readonly Tokenization[]): Promise<(Answer<CardToken> | DomainError)[]> {
    const prepared = await Promise.all(tokenizations.map((tokenization) => this.#prepareOrRefuse(tokenization)));
    const good = prepared.filter((each): each is Prepared => !(each instanceof DomainError));
    const answers = new Map<Prepared, Answer<CardToken> | DomainError>();
    if (good.length > 0) {
      const kept = await this.database.transaction((transaction) => keep(transaction, good));
      good.forEach((each, index) => answers.set(each, kept[index]!));
    }
    return prepared.map((each) => (each instanceof DomainError ? each : answers.get(each)!));
  }

  async #prepareOrRefuse(tokenization: Tokenization): Promise<Prepared | DomainError> {
    try {
      return await this.#prepare(tokenization);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  async #prepare({ command, requestId }: Tokenization): Promise<Prepared> {
    const { content, ...envelope } = await openEnvelope(command.card, this.keys);
    const accepted = acceptCard(content, { checksDigits: this.#checksDigits, now: this.clock.now() });
    const { merchant_id: merchantId, actor } = command;
    return {
      row: await this.#rowOf(accepted, merchantId),
      envelope,
      access: { merchantId, actor, reason: `request:${requestId}` },
    };
  }

  async #rowOf({ card, brand }: AcceptedCard, merchantId: string): Promise<CardRow> {
    const token = `tok_${randomBase62(TOKEN_BYTES)}`;
    return {
      id: newId(),
      token,
      merchantId,
      fingerprint: await this.keys.fingerprint(identityOf(card, merchantId)),
      brand,
      firstSixDigits: card.number.slice(0, 6),
      lastFourDigits: card.number.slice(-4),
      expirationMonth: card.expirationMonth,
      expirationYear: card.expirationYear,
      ...(await sealCard(card, token, this.keys)),
    };
  }
}

/** What makes a card the same card: of one merchant, its number and expiry. */
const identityOf = ({ number, expirationMonth, expirationYear }: ClearCard, merchantId: string): string =>
  [merchantId, number, expirationMonth, expirationYear].join(':');

async function keep(
  transaction: Transaction,
  prepared: readonly Prepared[],
): Promise<(Answer<CardToken> | DomainError)[]> {
  // Rows are locked in one order by everybody, so that nobody waits in a circle.
  const byDigest = prepared.toSorted((a, b) => a.envelope.digest.compare(b.envelope.digest));
  const owners = await claimEnvelopes(
    transaction,
    byDigest.map(({ envelope, row }) => ({ ...envelope, merchantId: row.merchantId })),
  );
  const isOwn = ({ envelope, row }: Prepared): boolean => owners.get(hex(envelope.digest)) === row.merchantId;
  const own = prepared.filter(isOwn);
  const rows = own.map(({ row }) => row).toSorted((a, b) => a.fingerprint.compare(b.fingerprint));
  await insertCards(transaction, rows);
  const found = await findByFingerprint(transaction, rows);
  const known = new Map(found.map((card) => [hex(card.fingerprint), card]));
  const cardOf = ({ row }: Prepared): KnownCard => known.get(hex(row.fingerprint))!;
  await logTokenizations(
    transaction,
    own.map((each) => {
      const { token } = cardOf(each);
      return { ...each.access, token, action: token === each.row.token ? 'tokenize' : 'recognize' };
    }),
  );
  return prepared.map((each) => (isOwn(each) ? answerOf(each, cardOf(each)) : undecryptableCard()));
}

function answerOf({ row }: Prepared, card: KnownCard): Answer<CardToken> {
  const { token, brand, firstSixDigits, lastFourDigits, expirationMonth, expirationYear } = card;
  const data = { token, brand, lastFourDigits, firstSixDigits, expirationMonth, expirationYear };
  return token === row.token ? created('Card tokenized.', data) : done('This card has a token already.', data);
}

const hex = (bytes: Buffer): string => bytes.toString('hex');
