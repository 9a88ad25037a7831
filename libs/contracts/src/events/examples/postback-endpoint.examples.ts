import {
  presentPostbackEndpoint,
  type PostbackEndpoint,
  type PostbackEndpointRecord,
} from '../../resources/postback-endpoint.js';
import { EXAMPLE_MERCHANT, exampleId, type Example } from './example.js';

const CREATED_AT = new Date('2026-11-20T11:00:00.000Z');
const TESTED_AT = new Date('2026-11-20T11:05:00.000Z');
const DISABLED_AT = new Date('2026-12-10T18:40:00.000Z');

/** @param number tells the examples apart */
const anEndpoint = (number: number): PostbackEndpointRecord => ({
  id: exampleId('postback_endpoint', number),
  merchant_id: EXAMPLE_MERCHANT.id,
  url: 'https://shop.example.com/postbacks',
  events: ['charge.*', 'receivable.settled'],
  status: 'active',
  disabled_reason: null,
  disabled_at: null,
  created_at: CREATED_AT,
  updated_at: CREATED_AT,
});

/** A test that was asked for: it changes nothing of the endpoint. */
export const ENDPOINT_TEST_EXAMPLE: Example<PostbackEndpoint> = {
  data: presentPostbackEndpoint(anEndpoint(1)),
  occurredAt: TESTED_AT.toISOString(),
  sequence: 1,
};

/** An endpoint that was given up because its receiver answered 410. */
export const ENDPOINT_DISABLED_EXAMPLE: Example<PostbackEndpoint> = {
  data: presentPostbackEndpoint({
    ...anEndpoint(2),
    status: 'disabled',
    disabled_reason: 'gone',
    disabled_at: DISABLED_AT,
    updated_at: DISABLED_AT,
  }),
  occurredAt: DISABLED_AT.toISOString(),
  sequence: 1,
};
