import { DomainError } from '@centavo/contracts';
import { Settings, sha256, timingSafeEqualStrings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

const BEARER = /^bearer +(\S+)$/i;
/** Enough to tell the tokens of a deployment apart, far too little to find one. */
const NAME_DIGITS = 8;

/** Lets operators in by one of the tokens of the deployment. */
@Injectable()
export class OperatorAuthentication {
  readonly #operators: readonly { readonly token: string; readonly name: string }[];

  constructor(settings: Settings) {
    this.#operators = settings.operatorTokens.map((token) => ({
      token,
      name: `operator:${sha256(token).slice(0, NAME_DIGITS)}`,
    }));
  }

  /**
   * @returns what the operator is called in logs
   * @throws DomainError `authentication_required`
   */
  authenticate(authorization: string | undefined): string {
    const token = BEARER.exec(authorization ?? '')?.[1];
    // Every token is compared, so that the time does not tell which one was nearly right.
    const matches = this.#operators.filter(
      (known) => token !== undefined && timingSafeEqualStrings(known.token, token),
    );
    if (matches[0]) return matches[0].name;
    throw new DomainError('authentication_required', { message: 'This operation needs an operator token.' });
  }
}
