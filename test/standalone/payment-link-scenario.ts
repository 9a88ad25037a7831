import type { Charge, PaymentLink } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aPayLinkBody, aPaymentLinkBody } from '@centavo/testing';
import type { PatientClient } from '../support/patient-client.js';
import type { Task } from './fault-scenarios.js';

/** A link with one use, and its payer, who asks again with one key: one charge and one use. */
export async function payOnce(client: PatientClient): Promise<Task[]> {
  const body = aPaymentLinkBody({ max_uses: 1 });
  const link = (await client.insist<PaymentLink>({ path: '/v1/payment-links', body, key: newId() })).body.data;
  const request = { path: `/pay/${link.id}/charges`, body: aPayLinkBody(), key: newId() };
  const insist = async (): Promise<string> => {
    const { body: reply } = await client.insist<Charge>(request);
    expect(reply.error).toBeUndefined();
    return reply.data.id;
  };
  return [
    {
      begin: () => client.ask(request),
      insist,
      collection: 'charges',
      shown: { status: 'captured', payment_link_id: link.id },
      events: ['charge.pending', 'charge.captured'],
    },
    {
      begin: () => Promise.resolve(),
      insist: async () => {
        await insist();
        return link.id;
      },
      collection: 'payment-links',
      shown: { status: 'completed', current_uses: 1 },
      events: ['payment_link.active', 'payment_link.completed'],
    },
  ];
}
