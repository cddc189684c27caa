import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import { CHUNK_BYTES, PIECE_BYTES, type Transfers } from '../transfers/transfers.ts';
import type { TurnOwner } from '../turns/account-turns.ts';

/** Byte range of a stored object with `sizeBytes` bytes, from `start` to `end` inclusive. */
export interface StoredBytes {
  readonly key: string;
  readonly sizeBytes: number;
  readonly start: number;
  readonly end: number;
}

/** Part of a response body: bytes in memory, or a byte range of a stored object. */
export type AnswerPart = Buffer | StoredBytes;

/** Object store that files are read from, and the limits on their readers. */
export interface PieceSource {
  readonly store: ObjectStore;
  readonly transfers: Transfers;
}

/** Account and checksum of the file that a response sends. */
export interface AnswerFacts {
  /** Account that the file belongs to; null when unknown: the client's address is used instead. */
  readonly accountId: string | null;
  /** SHA-256 that all bytes together must have, in hex; null when it is unknown. */
  readonly sha256: string | null;
}

/**
 * Returns a stream that sends the parts of a response in order.
 * However slowly the client reads, the stream has at most two chunks of `CHUNK_BYTES` in memory and no open connection
 * to the store. All readers share one cache of file blocks. Chunks are scheduled fairly between accounts and addresses.
 * When memory is short, the newest stream of the address that uses the most memory is aborted. When the bytes do not
 * match `sha256`, the stream fails before its last chunk. Throws the errors of the store, and `unavailable`.
 */
export async function readInPieces(
  source: PieceSource,
  parts: readonly AnswerPart[],
  request: FastifyRequest,
  { accountId, sha256 }: AnswerFacts,
): Promise<Readable> {
  const { answers, answerTurn, pieces } = source.transfers;
  const owner = turnOwner(request, accountId);
  const share = answers.open(owner.address, 'download');
  const hash = createHash('sha256');

  async function* chunks(): AsyncGenerator<Buffer> {
    let [left, before] = [lengthOf(parts), 0];
    for (const part of parts) {
      for (let at = 0; at < lengthOf([part]); ) {
        await answerTurn(owner.accountId, owner.address);
        const chunk = await chunkOf(source, owner, part, at);
        share.signal.throwIfAborted();
        at += chunk.length;
        left -= chunk.length;
        if (sha256 !== null) hash.update(chunk);
        if (left === 0 && sha256 !== null && hash.digest('hex') !== sha256) {
          for (const name of parts.flatMap(pieceNames)) pieces.forget(name);
          throw unreadable();
        }
        share.take(chunk.length);
        yield chunk;
        // The consumer asked for the next chunk: the response now holds this one, and has sent the one before.
        share.give(before);
        before = chunk.length;
      }
    }
  }
  const all = chunks();
  // Read before the response begins, so that a failure can still be answered with an error.
  const first = await all.next().catch((error: unknown) => {
    share.close();
    throw error;
  });
  async function* pulled() {
    if (!first.done) yield first.value;
    yield* all;
  }
  const stream = Readable.from(pulled(), { objectMode: false, highWaterMark: 1 });
  share.signal.addEventListener('abort', () => request.raw.socket.destroy(), { once: true });
  stream.once('close', () => share.close());
  return stream;
}

/** Reads a byte range of a stored object into memory, through the cache of file blocks that all readers share. */
export async function readStored(source: PieceSource, owner: TurnOwner, wanted: StoredBytes): Promise<Buffer> {
  const views: Buffer[] = [];
  for (let at = wanted.start; at <= wanted.end; ) {
    const { piece, first } = await pieceAt(source, owner, wanted, at);
    const view = piece.subarray(at - first, wanted.end + 1 - first);
    views.push(view);
    at += view.length;
  }
  return Buffer.concat(views);
}

/**
 * Returns the account and the client network between which work for a request is scheduled fairly. `accountId` is the
 * account of the file; when it is null, the network stands in for the account.
 */
export function turnOwner(request: FastifyRequest, accountId: string | null): TurnOwner {
  const address = clientNetwork(request.ip);
  return { accountId: accountId ?? address, address };
}

/** Returns the total size of the parts, in bytes. */
export function lengthOf(parts: readonly AnswerPart[]): number {
  return parts.reduce((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : part.end - part.start + 1), 0);
}

/** Returns the parts that cover bytes `start` to `end` inclusive. */
export function cutParts(parts: readonly AnswerPart[], start: number, end: number): AnswerPart[] {
  const cut: AnswerPart[] = [];
  let at = 0;
  for (const part of parts) {
    const length = lengthOf([part]);
    const [from, until] = [Math.max(start - at, 0), Math.min(end + 1 - at, length)];
    at += length;
    if (from >= until) continue;
    if (Buffer.isBuffer(part)) cut.push(part.subarray(from, until));
    else cut.push({ ...part, start: part.start + from, end: part.start + until - 1 });
  }
  return cut;
}

async function chunkOf(source: PieceSource, owner: TurnOwner, part: AnswerPart, at: number): Promise<Buffer> {
  if (Buffer.isBuffer(part)) return part.subarray(at, at + CHUNK_BYTES);
  const from = part.start + at;
  const { piece, first } = await pieceAt(source, owner, part, from);
  const until = Math.min(from + CHUNK_BYTES, part.end + 1);
  // Copied, because a view would keep the whole piece in memory until a slow reader takes it.
  return Buffer.from(piece.subarray(from - first, until - first));
}

/**
 * Reads the block of an object that contains byte `at`, through the shared cache. `first` in the result is the offset
 * of the block's first byte.
 */
async function pieceAt({ store, transfers }: PieceSource, owner: TurnOwner, wanted: StoredBytes, at: number) {
  const { first, last, name } = pieceSpan(wanted, at);
  const piece = await transfers.pieces.read(name, owner, async () => {
    const { body } = await store.getRange(wanted.key, first, last);
    const bytes = await buffer(body);
    if (bytes.length !== last - first + 1) throw unreadable();
    return bytes;
  });
  return { piece, first };
}

function pieceSpan({ key, sizeBytes }: StoredBytes, at: number) {
  const first = at - (at % PIECE_BYTES);
  const last = Math.min(first + PIECE_BYTES, sizeBytes) - 1;
  return { first, last, name: `${key} ${first}-${last}` };
}

function pieceNames(part: AnswerPart): string[] {
  if (Buffer.isBuffer(part)) return [];
  const count = Math.ceil((part.end + 1 - part.start) / PIECE_BYTES) + 1;
  return Array.from({ length: count }, (_, index) => pieceSpan(part, part.start + index * PIECE_BYTES).name);
}

function unreadable(): FramemillError {
  return new FramemillError('unavailable', 'The file cannot be read at this moment. Try again later.');
}
