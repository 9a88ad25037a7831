import { match, strictEqual } from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { exampleCharge } from '../scripts/lib/example-charge.mjs';
import { waitFor } from '../scripts/lib/wait.mjs';

const link = { title: 'Camiseta', amount: 4_990, product_type: 'physical', max_uses: 1 };

/** The walk's steps with a payment link, and with somebody who pays by it and has no keys. */
export const linkSteps = {
  'a payment link is made': async ({ api, found }) => {
    const created = await api('POST', '/v1/payment-links', { body: link });
    strictEqual(created.status, 201, created.text);
    strictEqual(created.body.data.status, 'active');
    found.link = created.body.data;
  },
  'its page is there for whoever has its address': async ({ found }) => {
    const page = await fetch(found.link.checkout_url);
    strictEqual(`${page.status} ${page.headers.get('content-type')}`, '200 text/html; charset=utf-8');
    const html = await page.text();
    match(html, /<script[^>]+integrity="sha384-/);
    const [script] = /\/pay\/assets\/[\w.]+\.js/.exec(html);
    strictEqual((await fetch(new URL(script, found.link.checkout_url))).status, 200);
  },
  'it is paid by Pix': async ({ api, found }) => {
    const body = { payment_method: 'pix', payment_details: {}, customer: exampleCharge.customer };
    const paying = await api('POST', `/pay/${found.link.id}/charges`, { body, auth: null });
    strictEqual(paying.status, 201, paying.text);
    const { id, payment_details: pix } = paying.body.data;
    match(pix.qr_code, /^000201/);
    const paid = await api('POST', `/sandbox/v1/charges/${id}/pay`);
    strictEqual(paid.body.data.status, 'captured', paid.text);
    const seen = await api('GET', `/pay/${found.link.id}/charges/${id}`, { auth: null });
    strictEqual(seen.body.data.status, 'captured', seen.text);
    found.paidByLink = id;
  },
  'the postback says by which link it was paid': async ({ receiver, found }) => {
    const arrived = await waitFor(() => receiver.about(found.paidByLink, 2), { what: 'two postbacks' });
    const webhook = new Webhook(found.secret);
    const events = arrived.map(({ raw, headers }) => webhook.verify(raw, headers));
    const captured = events.find(({ event }) => event === 'charge.captured');
    strictEqual(captured?.data.payment_link_id, found.link.id);
  },
  'its last use is taken: nobody pays by it twice': async ({ api, found }) => {
    const body = { payment_method: 'pix', payment_details: {}, customer: exampleCharge.customer };
    const late = await api('POST', `/pay/${found.link.id}/charges`, { body, auth: null });
    strictEqual(`${late.status} ${late.body.error}`, '410 payment_link_unavailable');
    strictEqual((await fetch(found.link.checkout_url)).status, 410);
  },
};
