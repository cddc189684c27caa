import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  ANIMATION_MAX_BYTES,
  CUBE_MAX_BYTES,
  FONT_MAX_BYTES,
  SNIFF_BYTES,
  SUBTITLE_MAX_BYTES,
  TABLE_MAX_BYTES,
} from '@framemill/compositor/formats';
import { FramemillError } from '@framemill/timeline';
import type { Share } from '../transfers/fair-budget.ts';
import { noRoom } from '../transfers/scratch-folder.ts';
import { mediaEnding } from './media-ending.ts';

interface KindSize {
  what: string;
  maxBytes: number;
  remedy: string;
}

const subtitle = { what: 'subtitle file', maxBytes: SUBTITLE_MAX_BYTES, remedy: 'Split it.' };

const table = { what: 'table', maxBytes: TABLE_MAX_BYTES, remedy: 'Split it.' };

const cube = { what: '.cube file', maxBytes: CUBE_MAX_BYTES, remedy: 'Export a smaller table: 33 points per side.' };

const font = { what: 'font', maxBytes: FONT_MAX_BYTES, remedy: 'Remove glyphs that no text uses.' };

const animation = { what: 'animation', maxBytes: ANIMATION_MAX_BYTES, remedy: 'Reduce the images in it.' };

/** Size limits of the file types that are read into memory as a whole, by file extension. */
const sizes: Readonly<Record<string, KindSize>> = {
  ...{ cube, srt: subtitle, vtt: subtitle, csv: table },
  ...{ json: animation, lottie: animation },
  ...{ ttf: font, otf: font, woff: font, woff2: font },
};

/** Received file on disk. */
export interface ReceivedFile {
  path: string;
  sizeBytes: number;
  sha256: string;
  /** File extension by the first bytes; null when the kind is unknown. */
  ending: string | null;
  /** First bytes of the file, for error messages. */
  head: Buffer;
}

/** Target path and limits of a received file. */
export interface ReceiveOptions {
  /** Path to write to. No file may exist there. */
  target: string;
  maxBytes: number;
  share: Share;
  /** Signal that aborts the transfer at any point. */
  signal: AbortSignal;
  tooLarge(): FramemillError;
}

/**
 * Writes a stream to disk and counts its bytes against the disk budget as they arrive.
 * Each chunk is handled in a separate iteration of the event loop. Throws the error of `tooLarge` above `maxBytes`, and
 * `payload_too_large` above the size limit of the file's kind. Throws `unavailable` when there is no space, the reason
 * of the signal when it is aborted, and any error of the stream.
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
  // Repeated only after the length has doubled: checking after every byte would take quadratic time.
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
      share.fairTurn().then(() => {
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
    // An aborted stream gives no reason of its own; the signal has it.
    throw signal.aborted ? signal.reason : (noRoom(error) ?? error);
  }
}

/** Throws `payload_too_large` when a file exceeds the size limit of its kind. `ending` null means an unknown kind. */
function checkKindSize(ending: string | null, sizeBytes: number): void {
  const size = ending !== null && Object.hasOwn(sizes, ending) ? sizes[ending] : undefined;
  if (!size || sizeBytes <= size.maxBytes) return;
  const limitMb = size.maxBytes / 1e6;
  const message = `The ${size.what} is larger than ${limitMb} MB, the limit for its kind. ${size.remedy}`;
  throw new FramemillError('payload_too_large', message, { limitMb });
}
