import { SettingsError } from '@centavo/runtime';
import { testSettings } from '@centavo/testing';
import { vaultPasswordOf } from './vault.js';

const PRODUCTION = { ENVIRONMENT: 'production', DATABASE_PASSWORD: 'of everybody' };

describe('The password of the vault’s role', () => {
  it('is what the settings say', () => {
    const settings = testSettings({ ...PRODUCTION, VAULT_DATABASE_PASSWORD: 'of the vault' });
    expect(vaultPasswordOf(settings)).toBe('of the vault');
    expect(vaultPasswordOf(testSettings())).toBe('centavo-vault');
  });

  it.each([
    ['the one that everybody can read in the code', {}],
    ['the one of all the other services', { VAULT_DATABASE_PASSWORD: PRODUCTION.DATABASE_PASSWORD }],
  ])('is not, in production, %s', (_, env) => {
    expect(() => vaultPasswordOf(testSettings({ ...PRODUCTION, ...env }))).toThrow(SettingsError);
  });
});
