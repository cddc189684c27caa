import { type Readable, Transform } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dropBody } from './drop-body.ts';
import { describeFlow, watchFlow } from './flow-watch.ts';
import type { Transfers } from './transfers.ts';

/**
 * Watches how fast the body of a request comes, until the returned function is called. One that is too slow: the connection
 * closes after the answer, and `onSlow` gets the error to answer with.
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
      // What it still sends would be read for nothing.
      reply.header('Connection', 'close');
      const message = `The body comes too slowly: at least ${describeFlow(slowest)} must come. Nothing was stored; send it over a faster line.`;
      onSlow(new FramemillError('invalid_request', message));
    },
  };
  return watchFlow(flow, slowest);
}

/** Runs `work`, which reads the body of the request, with a signal that aborts when the body comes too slowly. */
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
    // What is left of a refused body is read and forgotten, so that the connection can be used again.
    request.raw.unpipe();
    dropBody(request.raw, transfers.bodyTurn, request.pass?.caller.accountId ?? '');
    throw error;
  } finally {
    stopWatching();
    stopListening();
  }
}

/** Calls `end` when a body breaks off, or has done so before anybody listened, until the returned function is called. */
function onEarlyEnd(body: Readable, end: (error: FramemillError) => void): () => void {
  const onClose = () => {
    if (!body.readableEnded)
      end(new FramemillError('invalid_request', 'The connection was closed before the body was complete.'));
  };
  if (body.destroyed) onClose();
  else body.once('close', onClose);
  return () => body.off('close', onClose);
}

/**
 * A hook for `preParsing` that charges the bytes of JSON bodies and forms to whoever `holderOf` names while they come, and
 * refuses those that come too slowly. Pieces have turns of the event loop of their own. Multipart bodies have a reader of their own.
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
      // Most bodies are one piece. Fifty long ones that come at once would hold the event loop for 50 ms at a time.
      if (isFirst) {
        isFirst = false;
        return next(null, chunk);
      }
      void transfers.bodyTurn(holder).then(() => next(null, chunk));
    },
  });
  // The framework stops listening when a body is longer than its route takes: an error after that is nobody's, and no crash.
  meter.on('error', () => undefined);
  // Nothing of it is kept once it was answered, read to its end or not.
  reply.raw.once('close', () => meter.destroy());
  reply.raw.once('finish', () => meter.destroy());
  const stopWatching = watchBody(request, reply, transfers, 'body', (error) => meter.destroy(error));
  share.signal.addEventListener('abort', () => meter.destroy(share.signal.reason), { once: true });
  const stopListening = onEarlyEnd(payload, (error) => meter.destroy(error));
  meter.once('close', () => {
    stopWatching();
    share.close();
    stopListening();
    // As above.
    payload.unpipe(meter);
    if (!payload.readableEnded) dropBody(payload, transfers.bodyTurn, holder);
  });
  return payload.pipe(meter);
}
