import type { CreateSubmerchantDto, Submerchant } from '@centavo/contracts';
import { aSubmerchantBody } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import type { TestPlatform } from '../platform.js';

/** Registers a submerchant, a company unless `fields` say something else. */
export async function createSubmerchant(
  { http }: Pick<TestPlatform, 'http'>,
  { credentials }: Pick<TestMerchant, 'credentials'>,
  fields: Partial<CreateSubmerchantDto> = {},
): Promise<Submerchant> {
  const { status, body } = await http.post<Submerchant>('/v1/submerchants', credentials, aSubmerchantBody(fields));
  if (status !== 201) throw new Error(`no submerchant: ${JSON.stringify(body)}`);
  return body.data;
}
