import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import { watchFlow } from './flow-watch.ts';
import { CHUNK_BYTES, type Transfers } from './transfers.ts';

/**
 * Size, in bytes, above which responses in memory are sent in chunks and charged to the budget. Progress of slow
 * clients is visible between chunks.
 */
const ONE_WRITE = 65_536;

/**
 * Closes connections whose client reads a response more slowly than `transfers.slowestAnswer`. This covers files,
 * streams, archives, JSON and events. A connection with nothing left to send is never too slow. Responses that are
 * completely in memory are charged to their account, or to the client's network when there is no account, until they
 * are sent. Responses beyond the budget are refused with `unavailable`.
 */
export function cutOffSlowReaders(app: FastifyInstance, transfers: Transfers): void {
  const { slowestAnswer, answers, answerTurn, refused } = transfers;
  app.server.on('connection', (socket: Socket) => {
    const stop = watchFlow(
      {
        movedBytes: () => socket.bytesWritten - socket.writableLength,
        isHeldUp: () => socket.writableLength === 0,
        onSlow: () => {
          refused('download', 'too_slow');
          // `end` would wait until the queued data was sent, which may never happen.
          socket.destroy();
        },
      },
      slowestAnswer,
    );
    socket.once('close', stop);
  });
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const isInMemory = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isInMemory || payload.length <= ONE_WRITE || request.method === 'HEAD') return payload;
    // A single write of megabytes would count as sent only after its last byte.
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const address = clientNetwork(request.ip);
    const holder = request.pass?.caller.accountId ?? address;
    const share = answers.open(holder, 'answer');
    try {
      share.take(bytes.length);
    } catch (error) {
      share.close();
      throw error;
    }
    share.signal.addEventListener('abort', () => request.raw.socket.destroy(), { once: true });
    reply.header('Content-Length', bytes.length);
    // A stream adds several listeners to the response, and responses of worker threads already have nearly ten.
    reply.raw.setMaxListeners(reply.raw.getMaxListeners() + 5);
    return Readable.from(
      chunksOf(bytes, () => answerTurn(holder, address)),
      { objectMode: false, highWaterMark: 1 },
    ).once('close', () => share.close());
  });
}

async function* chunksOf(bytes: Buffer, turn: () => Promise<void>): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    await turn();
    yield bytes.subarray(at, at + CHUNK_BYTES);
  }
}
