import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Slowest that an upload may come, over a window: a connection that is held open costs, too. */
const LEAST_BYTES_PER_SEC = 16_000;
const WINDOW_MS = 10_000;

/**
 * Runs `work`, which reads a body, and gives it up when the body comes slower than 16 kB/s over 10 s: `invalid_request`, and the
 * connection is closed with the answer. A body that is wholly here counts as quick, however long `work` takes with it.
 */
export async function whileItFlows<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
  windowMs: number = WINDOW_MS,
): Promise<T> {
  const { raw } = request;
  const { promise: slow, reject } = Promise.withResolvers<never>();
  let before = raw.socket.bytesRead;
  const timer = setInterval(() => {
    const now = raw.socket.bytesRead;
    const least = (LEAST_BYTES_PER_SEC * windowMs) / 1_000;
    if (raw.complete || !(now - before < least)) {
      before = now;
      return;
    }
    reply.header('Connection', 'close');
    const message = `The upload came slower than ${LEAST_BYTES_PER_SEC / 1_000} kB/s for ${windowMs / 1_000} s. Send it again over a better connection.`;
    reject(new FramemillError('invalid_request', message));
  }, windowMs);
  try {
    return await Promise.race([work(), slow]);
  } finally {
    clearInterval(timer);
  }
}
