import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import { watchFlow } from '../transfers/flow-watch.ts';
import type { Transfers } from '../transfers/transfers.ts';

/** What is read from the store at a time. A reader that takes none of it holds two pieces of memory, and no connection to the store. */
const PIECE_BYTES = 1_048_576;

/** Bytes `start` to `end` of an object, both included; `sha256` is what they must have together, null when that is not known. */
export interface WantedBytes {
  key: string;
  start: number;
  end: number;
  sha256: string | null;
}

/**
 * Those bytes for the answer to `request`. A reader under the slowest flow is cut off, and so is the youngest of an address
 * that holds most when memory is short. Bytes with another hash are cut off before their last piece. Throws what the store
 * throws, and `unavailable`.
 */
export async function readInPieces(
  store: ObjectStore,
  { key, start, end, sha256 }: WantedBytes,
  request: FastifyRequest,
  { answers, readTurns, slowestAnswer, refused }: Transfers,
): Promise<Readable> {
  const share = answers.open(clientNetwork(request.ip), 'download');
  const hash = createHash('sha256');
  const read = (from: number) =>
    readTurns(async () => {
      share.signal.throwIfAborted();
      const last = Math.min(from + PIECE_BYTES - 1, end);
      const { body } = await store.getRange(key, from, last);
      const piece = await buffer(body);
      if (sha256 !== null) hash.update(piece);
      if (piece.length !== last - from + 1 || (last === end && sha256 !== null && hash.digest('hex') !== sha256)) {
        throw new FramemillError('unavailable', 'The file cannot be read at this moment. Try again later.');
      }
      share.take(piece.length);
      return piece;
    });
  // Before the answer begins, so that a failure still has words.
  const first = await read(start).catch((error: unknown) => {
    share.close();
    throw error;
  });
  async function* pieces() {
    let [before, piece] = [0, first];
    for (let at = start; ; piece = await read(at)) {
      yield piece;
      // Asked for the next: the answer has this piece in its hands, and has sent the one before.
      share.give(before);
      before = piece.length;
      at += piece.length;
      if (at > end) return;
    }
  }
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: 1 });
  const { socket } = request.raw;
  const stopWatching = watchFlow(
    {
      movedBytes: () => socket.bytesWritten - socket.writableLength,
      isHeldUp: () => socket.writableLength === 0,
      onSlow: () => {
        refused('download', 'too_slow');
        // The stream alone would end once what is queued was sent, which may be never.
        socket.destroy();
      },
    },
    slowestAnswer,
  );
  share.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  stream.once('close', () => {
    stopWatching();
    share.close();
  });
  return stream;
}
