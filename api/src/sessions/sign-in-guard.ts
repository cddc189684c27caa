import { hash } from 'node:crypto';
import type { Metrics, Redis } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { clientNetwork } from '../http/client-network.ts';
import { type Bucket, createLimiter } from '../limiter/limiter.ts';

/** Length of the time window in which sign-in attempts are counted, in minutes. */
export const GUARD_WINDOW_MIN = 15;

// The pair's limit stops one network that guesses one account's password early. The wider limits stop guesses spread
// over accounts or networks; they are high, so that a few attempts cannot lock another person out.
const limits = {
  sign_in_pair: { name: 'sign_in_pair', limit: 10 },
  sign_in_account: { name: 'sign_in_account', limit: 100 },
  sign_in_address: { name: 'sign_in_address', limit: 100 },
} satisfies Record<string, Bucket>;

/** Rate limiter of sign-in attempts, successful ones included. */
export interface SignInGuard {
  /**
   * Counts a sign-in attempt. Throws `rate_limited` with `retryAfterSec` when there were too many, and `unavailable`
   * without Redis.
   */
  count(email: string, address: string): Promise<void>;
}

/**
 * Creates the rate limiter of sign-in attempts, which stores its counters in `redis`.
 * Email and network addresses are stored as hashes, for GUARD_WINDOW_MIN minutes.
 */
export function createSignInGuard(redis: Redis, metrics: Pick<Metrics, 'rateLimited'>): SignInGuard {
  const limiter = createLimiter(redis, GUARD_WINDOW_MIN * 60_000);

  async function take(key: string, bucket: Bucket): Promise<void> {
    const { refusedBy, retryAfterSec } = await limiter.take(hash('sha256', key, 'hex'), [bucket]);
    if (!refusedBy) return;
    metrics.rateLimited.inc({ bucket: bucket.name });
    const message = `Too many attempts to sign in. Try again in ${retryAfterSec} s.`;
    throw new FramemillError('rate_limited', message, { retryAfterSec });
  }

  return {
    async count(email, address) {
      const network = clientNetwork(address);
      await take(`${email} ${network}`, limits.sign_in_pair);
      await take(network, limits.sign_in_address);
      await take(email, limits.sign_in_account);
    },
  };
}
