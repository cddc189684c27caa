import type { Metrics } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Bucket, type Limiter, WINDOW_SEC } from './limiter.ts';

/**
 * Counts one call of `key` against one bucket with a window of WINDOW_SEC.
 * Throws `rate_limited` with `retryAfterSec`, and counts it in the metrics, when the bucket is full. Throws
 * `unavailable` when Redis does not answer.
 */
export async function admit(
  limiter: Pick<Limiter, 'take'>,
  key: string,
  bucket: Bucket,
  { rateLimited }: Pick<Metrics, 'rateLimited'>,
): Promise<void> {
  const { refusedBy, retryAfterSec } = await limiter.take(key, [bucket]);
  if (!refusedBy) return;
  rateLimited.inc({ bucket: bucket.name });
  const message = `The limit is ${bucket.limit} such calls in ${WINDOW_SEC} s. Try again in ${retryAfterSec} s.`;
  throw new FramemillError('rate_limited', message, { retryAfterSec });
}
