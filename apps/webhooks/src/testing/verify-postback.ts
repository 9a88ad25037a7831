import { Webhook } from 'standardwebhooks';

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/**
 * Verifies a postback as a receiver does, with the published library; whose clock, which it compares with the postback's time, is the
 * machine's.
 * @param nowMs what the receiver's clock shows
 * @returns the payload
 * @throws WebhookVerificationError
 */
export function verifyPostback({ headers, body }: Received, secret: string, nowMs = Date.now()): unknown {
  const { now } = Date;
  Date.now = () => nowMs;
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    Date.now = now;
  }
}
