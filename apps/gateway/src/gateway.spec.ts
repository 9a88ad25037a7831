import type { Platform } from '@centavo/service';
import { testSettings } from '@centavo/testing';
import { startGateway } from './gateway.js';

describe('startGateway', () => {
  it('refuses production when no operator could sign in', async () => {
    const settings = testSettings({ ENVIRONMENT: 'production', OPERATOR_TOKEN: '' });

    await expect(startGateway({ settings } as Platform)).rejects.toThrow('OPERATOR_TOKEN must be set');
  });
});
