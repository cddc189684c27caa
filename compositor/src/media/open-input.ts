import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import {
  AV_CODEC_ID_ADPCM_IMA_QT,
  AV_CODEC_ID_FIRST_AUDIO,
  AV_DISPOSITION_ATTACHED_PIC,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Dictionary, FormatContext, InputFormat, type Stream } from 'node-av/lib';
import { type Container, id3Bytes, SNIFF_BYTES, sniffContainer, sniffTagged } from '../formats/containers.ts';
import { libraryError, quietCodecLog } from './av-error.ts';
import { DECODER_WHITELIST, findDecoder } from './decoders.ts';

/** Maximum number of pixels in one frame that any decoder may produce. */
export const MAX_PIXELS = 50_000_000;

/**
 * Name of a media file in error messages. Render nodes name files by their hash, which is meaningless to users; callers
 * that know the clip or the path add it to the error.
 */
export const THIS_FILE = 'This file';

/** Maximum number of ID3 tags at the start of a file that are skipped. */
const MOST_TAGS = 8;
const MAX_STREAMS = 64;
const PROBE_BYTES = 20_000_000;
const ANALYZE_US = 20_000_000;

/** Open media file. The caller closes it; the streams become invalid then. */
export interface MediaInput {
  readonly format: FormatContext;
  readonly container: Container;
  /** Video stream to show; null when there is none. Cover art in an audio file does not count. */
  readonly video: Stream | null;
  readonly audio: Stream | null;
  close(): void;
}

/** Options for opening a file. */
export interface OpenOptions {
  /**
   * Whether to decode the first frames for facts that the header lacks (10 ms at 1080p). Use false only for files
   * written by this program's muxers: their header has codec, size, time base and extradata, but pixel format and frame
   * reordering stay unknown. Default true.
   */
  analyze?: boolean;
}

/** Detects a file's container from its first bytes. Throws `invalid_request` when it is no media file. */
export function containerOf(path: string): Container {
  let head = readHead(path, SNIFF_BYTES);
  let behind = 0;
  // Cover art makes a tag longer than the bytes that were read.
  for (let tags = 0; tags < MOST_TAGS && id3Bytes(head) > 0; tags++) {
    behind += id3Bytes(head);
    head = readHead(path, SNIFF_BYTES, behind);
  }
  return behind > 0 ? sniffTagged(head) : sniffContainer(head);
}

/**
 * Opens a media file with the demuxer for the container that its first bytes indicate. The demuxer cannot read any
 * other file. Throws FramemillError `invalid_request` with the reason when the file cannot be read, `not_found` when it
 * does not exist.
 */
export function openInput(path: string, name = THIS_FILE, { analyze = true }: OpenOptions = {}): MediaInput {
  quietCodecLog();
  const container = containerOf(path);
  if (container.kind !== 'timed') {
    throw new FramemillError('invalid_request', `${name} is an image, not audio or video. Open it as an image.`);
  }
  const demuxer = InputFormat.findInputFormat(container.demuxer);
  if (!demuxer)
    throw new FramemillError(
      'internal_error',
      `The codec library has no demuxer "${container.demuxer}". Install a build with this demuxer.`,
    );
  const format = new FormatContext();
  const options = Dictionary.fromObject({
    format_whitelist: container.demuxer,
    protocol_whitelist: 'file',
    // The library decodes frames to find facts that the header lacks, before any decoder is requested.
    codec_whitelist: DECODER_WHITELIST,
    probesize: PROBE_BYTES,
    analyzeduration: ANALYZE_US,
    max_streams: MAX_STREAMS,
    // The library runs every demuxer's test over a megabyte of 16-bit samples, again and again: 50 ms for stereo, 200
    // ms for 5.1. Two packets are enough for the seven consecutive blocks of AC-3 or MP3 that it requires.
    ...(container.demuxer === 'wav' && !mayBeDisguised(readHead(path, DISGUISE_BYTES)) && { max_probe_packets: 2 }),
  });
  // "file:" prevents a name such as "concat:a|b" from being parsed as a protocol.
  const opened = format.openInputSync(`file:${path}`, demuxer, options);
  if (opened < 0) throw broken(name, container, opened);
  try {
    if (analyze) {
      const found = format.findStreamInfoSync();
      if (found < 0) throw broken(name, container, found);
    }
    return {
      format,
      container,
      video: firstStream(format, AVMEDIA_TYPE_VIDEO),
      audio: firstStream(format, AVMEDIA_TYPE_AUDIO),
      close: () => format.closeInputSync(),
    };
  } catch (error) {
    format.closeInputSync();
    throw error;
  }
}

function firstStream(format: FormatContext, type: number): Stream | null {
  const index =
    type === AVMEDIA_TYPE_VIDEO ? format.findBestStream(AVMEDIA_TYPE_VIDEO) : format.findBestStream(AVMEDIA_TYPE_AUDIO);
  const shown = format.streams.filter((stream) => stream.codecpar.codecType === type && !isCover(stream));
  const best = shown.find((stream) => stream.index === index);
  if (best && findDecoder(best)) return best;
  // Broadcasts repeat the same audio for receivers that lack the first codec.
  return shown.find((stream) => findDecoder(stream) !== null) ?? best ?? shown[0] ?? null;
}

function isCover(stream: Stream): boolean {
  return stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC);
}

/**
 * Reads up to `length` bytes of a file, from `position` on. The result is shorter at the end of the file. Throws
 * `not_found` when the file cannot be opened, `invalid_request` for a folder.
 */
export function readHead(path: string, length: number, position = 0): Uint8Array {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (cause) {
    throw new FramemillError(
      'not_found',
      `${THIS_FILE} cannot be opened. Check that it exists and is readable.`,
      {},
      { cause },
    );
  }
  try {
    if (fstatSync(file).isDirectory()) {
      throw new FramemillError('invalid_request', `${THIS_FILE} is a folder. Use a file instead.`);
    }
    const head = Buffer.alloc(length);
    return head.subarray(0, readSync(file, head, 0, length, position));
  } finally {
    closeSync(file);
  }
}

function broken(name: string, container: Container, result: number): FramemillError {
  const hint = container.demuxer.startsWith('mov')
    ? 'It may be cut off (its index, the "moov" box, is missing or damaged).'
    : 'It may be cut off or damaged.';
  const what = `${name} (${container.mimeType}) cannot be read`;
  const { message, details } = libraryError(result, what, 'invalid_request');
  return new FramemillError('invalid_request', `${message} ${hint} Export or upload it again.`, details);
}

/** Format tag of integer samples in a WAV file. */
const PCM_TAG = 1;

/** Number of bytes that the codec library examines when it detects other codecs inside PCM. */
const DISGUISE_BYTES = 1 << 20;

// Sync words: DTS in 16 and 14 bits of either byte order (ETSI TS 102 114), DTS-HD without a core, bursts of IEC 61937.
const syncWords = ['7ffe8001', 'fe7f0180', '1fffe800', 'ff1f00e8', '64582025', '72f81f4e', 'f8724e1f'].map((word) =>
  Buffer.from(word, 'hex'),
);

/**
 * Whether a WAV file with PCM samples may contain DTS or S/PDIF bursts instead, as in rips of surround discs. The test
 * looks for a sync word in `head`, the file's first DISGUISE_BYTES. Music may contain one by chance, so true only means
 * that a closer check is worthwhile.
 */
function mayBeDisguised(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  return syncWords.some((word) => bytes.includes(word));
}

/**
 * Whether audio that is declared as PCM is actually another codec. The stated duration of such a file is wrong: it
 * counts the bytes as samples.
 */
export function isDisguised({ codecpar }: Stream): boolean {
  const samples = codecpar.codecId >= AV_CODEC_ID_FIRST_AUDIO && codecpar.codecId < AV_CODEC_ID_ADPCM_IMA_QT;
  return Number(codecpar.codecTag) === PCM_TAG && !samples;
}
