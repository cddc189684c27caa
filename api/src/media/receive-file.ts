import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SNIFF_BYTES } from '@framemill/compositor/catalog';
import type { FramemillError } from '@framemill/timeline';
import type { Share } from '../transfers/fair-budget.ts';
import { noRoom } from '../transfers/scratch-folder.ts';
import { checkKindSize } from './kind-size.ts';
import { mediaEnding } from './media-ending.ts';

/** A file on the disk as it came in. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  /** Ending of its kind, by the first bytes; null when they are of none. */
  ending: string | null;
  /** The first bytes, for messages. */
  head: Buffer;
}

/** Where received bytes go, and their limits. */
export interface ReceiveOptions {
  /** A path at which there is no file yet. */
  target: string;
  maxBytes: number;
  share: Share;
  /** Ends it whatever it is doing. */
  signal: AbortSignal;
  tooLarge(): FramemillError;
}

/**
 * Writes a stream to the disk. Bytes are charged as they come; each
 * piece has a turn of the event loop of its own. Throws `tooLarge` over `maxBytes` or what a file of its kind
 * may have, what the share throws when there is no room, the reason of the signal, and whatever the stream fails with.
 */
export async function receiveFile(source: Readable, options: ReceiveOptions): Promise<ReceivedFile> {
  const { target, maxBytes, share } = options;
  const file = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  const signal = AbortSignal.any([options.signal, share.signal]);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let head = Buffer.alloc(0);
  let ending: string | null = null;
  let lookedAt = 0;
  // Again only when there is twice as much: bytes that come one by one would cost their square.
  const look = () => {
    lookedAt = head.length;
    ending = mediaEnding(head);
  };
  const count = (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw options.tooLarge();
    if (head.length < SNIFF_BYTES) {
      head = Buffer.concat([head, chunk]).subarray(0, SNIFF_BYTES);
      if (head.length >= Math.min(2 * lookedAt, SNIFF_BYTES)) look();
    }
    checkKindSize(ending, sizeBytes);
    share.take(chunk.length);
    hash.update(chunk);
  };
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      share.ownTurn().then(() => {
        try {
          count(chunk);
        } catch (error) {
          return done(error instanceof Error ? error : new Error(String(error)));
        }
        done(null, chunk);
      });
    },
  });
  try {
    await pipeline(source, meter, file, { signal });
    if (lookedAt < head.length) look();
    return { path: target, sizeBytes, sha256: hash.digest('hex'), ending, head };
  } catch (error) {
    // A stream that was aborted says only that; why it was says the signal.
    throw signal.aborted ? signal.reason : (noRoom(error) ?? error);
  }
}
