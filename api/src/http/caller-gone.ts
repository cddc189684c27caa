import { FramemillError } from '@framemill/timeline';
import type { FastifyReply } from 'fastify';

/** Aborted when the connection closes before the answer is sent: then nobody hears what its reason says. */
export function callerGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const onClose = () => {
    if (raw.writableFinished) return;
    gone.abort(new FramemillError('invalid_request', 'The connection was closed before the answer. Keep it open.'));
  };
  // It may have gone while its call was checked.
  if (raw.destroyed) onClose();
  else raw.once('close', onClose);
  return gone.signal;
}
