import { randomBytes } from 'node:crypto';
import { parseSettings, SettingsError } from '@centavo/runtime';
import { KeySet } from '../../../payments/src/vault/keys/key-set.domain.js';

/** A secret of a deployment, which lies in the file that `<name>_FILE` names. */
export interface DeploymentSecret {
  readonly name: string;
  readonly generate: () => string;
  /** @throws Error that says why it cannot be used */
  readonly check: (value: string) => void;
  /** Its file changes under the platform's own hands, so a variable from the time of the first start must not undo that. */
  readonly isKept?: boolean;
  /** Others than who makes it read its file, as members of its group: PostgreSQL runs as a user of its own. */
  readonly isForGroup?: boolean;
}

const password = (): string => randomBytes(24).toString('base64url');

/** What a row of the settings takes is what the services take. */
const asSetting =
  (name: string) =>
  (value: string): void =>
    void parseSettings({ [name]: value });

const PASSWORD = /^[\w.~-]{12,}$/;
const asPassword = (value: string): void => {
  if (!PASSWORD.test(value)) throw new SettingsError('It must be 12 or more letters, digits, and any of _ . ~ -');
};

/** Everything that a deployment keeps to itself. */
export const DEPLOYMENT_SECRETS: readonly DeploymentSecret[] = [
  { name: 'DATABASE_ADMIN_PASSWORD', generate: password, check: asPassword, isForGroup: true },
  { name: 'DATABASE_PASSWORD', generate: password, check: asPassword },
  { name: 'VAULT_DATABASE_PASSWORD', generate: password, check: asPassword },
  {
    name: 'OPERATOR_TOKEN',
    generate: () => `op_${randomBytes(24).toString('base64url')}`,
    check: asSetting('OPERATOR_TOKEN'),
  },
  { name: 'SECRETS_KEY', generate: () => randomBytes(32).toString('base64'), check: asSetting('SECRETS_KEY') },
  {
    name: 'VAULT_KEYS',
    generate: () => KeySet.generate().export(),
    check: (value) => void KeySet.parse(value),
    isKept: true,
  },
];
