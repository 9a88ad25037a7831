import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { newPostbackSecret, signingKeyOf } from './postback-secret.domain.js';
import { signatureHeaders } from './sign-postback.domain.js';

const content = (body: string) => ({ eventId: 'evt', timestampSeconds: Math.floor(Date.now() / 1000), body });

describe('the signature of a postback', () => {
  it('is the one in the test vector of the Standard Webhooks specification', () => {
    const key = signingKeyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const headers = signatureHeaders(
      { eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampSeconds: 1_614_265_330, body: '{"test": 2432232314}' },
      [key],
    );
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it.each(['{"a":1}', '{"name":"São João 🎉"}', '{ "spaces" :  1 }'])(
    'is accepted by the published library: %s',
    (body) => {
      const secret = newPostbackSecret();
      const headers = signatureHeaders(content(body), [signingKeyOf(secret)]);
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    },
  );

  it('is accepted with the old and with the new secret while both sign', () => {
    const [before, after] = [newPostbackSecret(), newPostbackSecret()];
    const headers = signatureHeaders(content('{}'), [signingKeyOf(after), signingKeyOf(before)]);
    expect(new Webhook(before).verify('{}', headers)).toEqual({});
    expect(new Webhook(after).verify('{}', headers)).toEqual({});
  });

  it('is refused when one byte of the body changed', () => {
    const secret = newPostbackSecret();
    const headers = signatureHeaders(content('{"a":1}'), [signingKeyOf(secret)]);
    expect(() => new Webhook(secret).verify('{"a":2}', headers)).toThrow(WebhookVerificationError);
  });
});

describe('a postback secret', () => {
  it('is whsec_ and 32 random bytes', () => {
    const secret = newPostbackSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(signingKeyOf(secret).symmetricKeySize).toBe(32);
    expect(newPostbackSecret()).not.toBe(secret);
  });
});
