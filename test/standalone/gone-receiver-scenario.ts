import type { PostbackEndpoint } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually, PostbackReceiver } from '@centavo/testing';
import type { PatientClient } from '../support/patient-client.js';
import type { Task } from './fault-scenarios.js';

const ENDPOINTS = '/v1/postbacks/endpoints';

/**
 * A receiver that answers 410 to everything: its endpoint is to be disabled, once, and the merchant's other receiver to hear of it.
 * @param anotherEvent has one more thing happen that it is told of: an answer that came to nothing counts when it comes again
 */
export async function goneReceiver(client: PatientClient, anotherEvent: () => Promise<unknown>): Promise<Task> {
  const receiver = await PostbackReceiver.start();
  receiver.answerWith({ status: 410 });
  const body = { url: receiver.url('/gone'), events: ['charge.*'] };
  const { id } = (await client.insist<PostbackEndpoint>({ path: ENDPOINTS, body, key: newId() })).body.data;
  const isDisabled = async (): Promise<boolean> =>
    (await client.get<PostbackEndpoint>(`${ENDPOINTS}/${id}`)).body.data.status === 'disabled';
  return {
    // Whatever else happens sets it off.
    begin: () => Promise.resolve(),
    insist: async () => {
      try {
        await anotherEvent();
        await eventually(isDisabled);
        return id;
      } finally {
        await receiver.close();
      }
    },
    collection: 'postbacks/endpoints',
    shown: { status: 'disabled', disabled_reason: 'gone', disabled_at: expect.any(String) },
    events: ['postback_endpoint.disabled'],
  };
}
