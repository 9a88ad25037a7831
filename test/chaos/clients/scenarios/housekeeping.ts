import type { PostbackEndpoint, Submerchant } from '@centavo/contracts';
import { aSubmerchantBody } from '@centavo/testing';
import type { Customer } from '../customer.js';

export async function registerSeller(customer: Customer): Promise<void> {
  const effect = customer.mark('submerchant');
  const body = aSubmerchantBody({ trade_name: effect.mark });
  const made = await customer.ask<Submerchant>('submerchant', '/v1/submerchants', body, { effect });
  if (!made) return;
  const review = { status: customer.random.pick(['approved', 'in_review', 'rejected']), notes: 'Conferido' };
  const path = `/admin/v1/submerchants/${made.id}/review`;
  await customer.ask('review', path, review, { as: customer.account.operator });
}

/** An endpoint that comes, changes and goes again while events are on their way to it. */
export async function changeEndpoints(customer: Customer): Promise<void> {
  const effect = customer.mark('endpoint');
  const url = `${customer.account.receiverUrl}/passing/${effect.mark}`;
  const made = await customer.ask<PostbackEndpoint>(
    'endpoint',
    '/v1/postbacks/endpoints',
    { url, events: ['charge.*'] },
    { effect },
  );
  if (!made) return;
  const path = `/v1/postbacks/endpoints/${made.id}`;
  const change = customer.random.pick([{ events: ['withdrawal.*'] }, { status: 'inactive' }]);
  await customer.ask('changed endpoint', path, change, { method: 'PATCH' });
  await customer.ask(
    'changed endpoint',
    path,
    { status: 'inactive', events: ['charge.captured'] },
    { method: 'PATCH' },
  );
}
