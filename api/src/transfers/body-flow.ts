import { type Readable, Transform } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dropBody } from './drop-body.ts';
import { describeFlow, watchFlow } from './flow-watch.ts';
import type { Transfers } from './transfers.ts';

/**
 * Watches the transfer speed of a request's body until the returned function is called.
 * When the body is too slow, `onSlow` receives the error to respond with, and the connection closes after the response.
 */
export function watchBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { slowest, refused }: Transfers,
  kind: string,
  onSlow: (error: FramemillError) => void,
): () => void {
  const { raw } = request;
  const flow = {
    movedBytes: () => raw.socket.bytesRead,
    isHeldUp: () => raw.complete || raw.readableFlowing === false,
    onSlow: () => {
      refused(kind, 'too_slow');
      // Reading the rest of the body would be useless.
      reply.header('Connection', 'close');
      const message =
        `The body arrives too slowly: at least ${describeFlow(slowest)} is needed. ` +
        'Nothing was stored. Use a faster connection.';
      onSlow(new FramemillError('invalid_request', message));
    },
  };
  return watchFlow(flow, slowest);
}

/** Runs `work`, which reads the body of a request. The signal is aborted when the body is too slow or breaks off. */
export async function whileBodyFlows<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  transfers: Transfers,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const stopWatching = watchBody(request, reply, transfers, 'upload', (error) => ended.abort(error));
  const stopListening = onEarlyEnd(request.raw, (error) => ended.abort(error));
  try {
    return await work(ended.signal);
  } catch (error) {
    // The rest of a refused body is read and discarded, so that the connection can be reused.
    request.raw.unpipe();
    dropBody(request.raw, transfers.bodyTurn, request.pass?.caller.accountId ?? '');
    throw error;
  } finally {
    stopWatching();
    stopListening();
  }
}

/**
 * Calls `end` when a body ends before it is complete, or has already done so. Returns a function that stops watching.
 */
function onEarlyEnd(body: Readable, end: (error: FramemillError) => void): () => void {
  const onClose = () => {
    if (!body.readableEnded)
      end(new FramemillError('invalid_request', 'The connection was closed before the end of the body. Resend it.'));
  };
  if (body.destroyed) onClose();
  else body.once('close', onClose);
  return () => body.off('close', onClose);
}

/**
 * Creates a `preParsing` hook that charges the bytes of JSON and form bodies, while they arrive, to the account or
 * network that `holderOf(request)` returns. Bodies that are too slow are refused. Chunks after the first are handled in
 * separate turns of the event loop. Multipart bodies are metered by their own reader.
 */
export function meterBodies(transfers: Transfers, holderOf: (request: FastifyRequest) => string) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Readable,
    done: (error: Error | null, payload?: Readable) => void,
  ): void => {
    const { headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
    const isMetered = hasBody && !headers['content-type']?.startsWith('multipart/');
    done(null, isMetered ? metered(request, reply, payload, transfers, holderOf(request)) : payload);
  };
}

function metered(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
  transfers: Transfers,
  holder: string,
): Readable {
  const share = transfers.memory.open(holder, 'body');
  let isFirst = true;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      try {
        share.take(chunk.length);
      } catch (error) {
        return next(error instanceof Error ? error : new Error(String(error)));
      }
      // Most bodies are a single chunk. Without turns, fifty long bodies at the same time would block the event loop
      // for 50 ms.
      if (isFirst) {
        isFirst = false;
        return next(null, chunk);
      }
      void transfers.bodyTurn(holder).then(() => next(null, chunk));
    },
  });
  // The framework removes its listeners when a body exceeds the route's limit. A later error must not crash the
  // process.
  meter.on('error', () => undefined);
  // Freed once the request is answered, whether or not the body was read to its end.
  reply.raw.once('close', () => meter.destroy());
  reply.raw.once('finish', () => meter.destroy());
  const stopWatching = watchBody(request, reply, transfers, 'body', (error) => meter.destroy(error));
  share.signal.addEventListener('abort', () => meter.destroy(share.signal.reason), { once: true });
  const stopListening = onEarlyEnd(payload, (error) => meter.destroy(error));
  meter.once('close', () => {
    stopWatching();
    share.close();
    stopListening();
    // The rest is discarded, so that the connection can be reused.
    payload.unpipe(meter);
    if (!payload.readableEnded) dropBody(payload, transfers.bodyTurn, holder);
  });
  return payload.pipe(meter);
}
