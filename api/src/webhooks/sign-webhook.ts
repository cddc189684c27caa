import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** Generates a secret for an endpoint: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/** Current and previous secret of an endpoint. */
export interface WebhookSecrets {
  secret: string;
  /** Previous secret, valid until `oldSecretUntil`; null when there is none. */
  oldSecret: string | null;
  oldSecretUntil: Date | null;
}

/** Returns the secrets that sign an attempt at time `at`, newest first. */
export function secretsAt({ secret, oldSecret, oldSecretUntil }: WebhookSecrets, at: Date): string[] {
  return oldSecret !== null && oldSecretUntil !== null && at < oldSecretUntil ? [secret, oldSecret] : [secret];
}

/**
 * Returns the headers of one delivery attempt according to Standard Webhooks 1.0.
 * There is one signature per secret: HMAC-SHA256 over `id.timestamp.body`. `eventId` is the same in every attempt. The
 * timestamp is the time of the attempt, so that receivers can refuse replayed requests.
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
