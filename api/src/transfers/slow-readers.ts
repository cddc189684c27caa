import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import { watchFlow } from './flow-watch.ts';
import { CHUNK_BYTES, type Transfers } from './transfers.ts';

/** Longer answers that are in memory already are sent in chunks, so that slow progress is visible, and are charged. Bytes. */
const ONE_WRITE = 65_536;

/**
 * Closes connections whose client takes an answer more slowly than `transfers.slowestAnswer`: files, streams, archives, JSON
 * and events alike. A connection with nothing left to send is never too slow. Answers that are in memory as a whole count
 * as held by their account, or address, until they are sent: more than may be held are refused with `unavailable`.
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
          // An end alone would wait until what is queued was sent, which may be never.
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
    // One write of megabytes counts as sent only when its last byte was.
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
    // A stream puts some listeners more on the response than bytes do; answers of threads have nearly ten already.
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
