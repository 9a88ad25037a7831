import { DomainError } from '@centavo/contracts';
import { Settings, timingSafeEqualStrings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

const BEARER = /^bearer +(\S+)$/i;

/** Lets operators in by one of the tokens of the deployment. */
@Injectable()
export class OperatorAuthentication {
  readonly #tokens: readonly string[];

  constructor(settings: Settings) {
    this.#tokens = settings.operatorTokens;
  }

  /** @throws DomainError `authentication_required` */
  authenticate(authorization: string | undefined): void {
    const token = BEARER.exec(authorization ?? '')?.[1];
    // Every token is compared, so that the time does not tell which one was nearly right.
    const matches = token === undefined ? [] : this.#tokens.filter((known) => timingSafeEqualStrings(known, token));
    if (matches.length > 0) return;
    throw new DomainError('authentication_required', { message: 'This operation needs an operator token.' });
  }
}
