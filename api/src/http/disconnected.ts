import { FramemillError } from '@framemill/timeline';
import type { FastifyReply } from 'fastify';

/** Returns a signal that is aborted when the client's connection closes before the response is sent. */
export function disconnected({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const onClose = () => {
    if (raw.writableFinished) return;
    gone.abort(
      new FramemillError('invalid_request', 'The connection was closed before the answer was sent. Repeat the call.'),
    );
  };
  // The connection may have closed while the call was being checked.
  if (raw.destroyed) onClose();
  else raw.once('close', onClose);
  return gone.signal;
}
