import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** A new secret of an endpoint: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/** The secrets of an endpoint. */
export interface WebhookSecrets {
  secret: string;
  /** The one before it, which counts until `oldSecretUntil`; null: none. */
  oldSecret: string | null;
  oldSecretUntil: Date | null;
}

/** The secrets that a try at `at` is signed with, the newest first. */
export function secretsAt({ secret, oldSecret, oldSecretUntil }: WebhookSecrets, at: Date): string[] {
  return oldSecret !== null && oldSecretUntil !== null && at < oldSecretUntil ? [secret, oldSecret] : [secret];
}

/**
 * Headers of one try, by Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, a signature for each secret. `eventId` is the
 * same at every try; the timestamp is that of the try, so that receivers can refuse old copies.
 */
export function signedHeaders(
  secrets: readonly string[],
  eventId: string,
  at: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
