import { FramemillError, type MediaFacts } from '@framemill/timeline/rendering';
import { AV_NOPTS_VALUE, AV_PKT_FLAG_CORRUPT, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Frame, Packet, type Stream } from 'node-av/lib';
import { openAudioDecoder } from '../audio/audio-decoder.ts';
import { describeFont } from '../fonts/read-font.ts';
import type { Container } from '../formats/containers.ts';
import {
  animationFormat,
  CUBE_HEAD_BYTES,
  fontFormat,
  looksLikeCube,
  looksLikeTable,
  type SubtitleFormat,
  subtitleFormat,
} from '../formats/upload-formats.ts';
import { readCube } from '../grade/read-cube.ts';
import { createDecodeBudget } from '../media/decode/decode-budget.ts';
import { streamHasAlpha } from '../media/decode/decoder-context.ts';
import { describeImageFile, unreadableImage } from '../media/decode/still/image-source.ts';
import { openVideoDecoder } from '../media/decode/video-decoder.ts';
import { displayGeometry } from '../media/display-geometry.ts';
import { sharp } from '../media/image-library.ts';
import {
  containerOf,
  isDisguised,
  MAX_PIXELS,
  type MediaInput,
  openInput,
  readHead,
  THIS_FILE,
} from '../media/open-input.ts';
import { changeBits } from '../media/probe/change-bits.ts';
import { wholeFileFacts } from '../media/probe/packet-facts.ts';
import { refuseEncrypted, requireSubtitles, requireTable } from '../media/probe/refuse-file.ts';
import { fileIdentity, placeIdentity } from '../media/segment-info.ts';
import { containerDurationSec, createRunningClock, primedLeadSec } from '../media/stream-times.ts';
import { describeAnimation } from './ingest-animation.ts';

const MAX_DURATION_SEC = 12 * 3600;
/** Maximum frame rate of a video. Slow-motion cameras record up to 960 frames a second. */
const MOST_FPS = 1_000;
const MICROSECONDS = 1_000_000;

/**
 * Extent to which a file is read. `whole` reads all of it, for its hash and the metadata for stream copy, and takes
 * about 2 s a gigabyte. `ends` reads only what a render needs. With `ends`, `sha256` is instead a hash of the file's
 * device, inode, size and modification time, valid until the file is written to; `packets` and `seek` are absent.
 */
export type Reading = 'whole' | 'ends';

/**
 * Reads the metadata of a media file (size, duration and so on) and decodes one frame and one block of audio to check
 * that the file can be decoded. The type is detected from the first bytes, never from the name. Sizes are as displayed
 * (rotation and pixel aspect applied). Throws FramemillError `not_found` when the file cannot be opened, and
 * `invalid_request` with the reason when it cannot be rendered.
 */
export async function probeMedia(path: string, reading: Reading = 'whole'): Promise<MediaFacts> {
  const head = readHead(path, CUBE_HEAD_BYTES);
  const animation = animationFormat(head);
  const described =
    (await describeUnshown(path, head)) ??
    (await (animation ? describeAnimation(path, animation) : describe(path, containerOf(path), reading)));
  return { ...described, ...(reading === 'whole' ? fileIdentity(path) : placeIdentity(path)) };
}

type Described = Omit<MediaFacts, 'sha256' | 'sizeBytes'>;

async function describe(path: string, container: Container, reading: Reading): Promise<Described> {
  if (container.kind !== 'timed') return describeImage(path, container);
  if (container.demuxer === 'gif' && (await pagesOf(path)) === 1) return describeImage(path, container);
  return describeTimed(path, container, reading);
}

const imageless = { width: null, height: null, durationSec: null, fps: null, hasAudio: false } as const;

/**
 * Returns the media facts of a file that clips do not show directly, such as a font or subtitles; null for other files.
 * Reads the whole file, so that faults are found at upload.
 */
async function describeUnshown(path: string, head: Uint8Array): Promise<Described | null> {
  const font = fontFormat(head);
  if (font !== null) return { ...(await describeFont(path, font)), ...imageless };
  if (looksLikeCube(head)) {
    readCube(path, 'probe');
    return { kind: 'lut', mimeType: 'application/x-cube', ...imageless };
  }
  const subtitles = subtitleFormat(head);
  if (subtitles !== null) {
    requireSubtitles(path, subtitles);
    return { kind: 'subtitle', mimeType: subtitleTypes[subtitles], ...imageless };
  }
  if (!looksLikeTable(head)) return null;
  requireTable(path);
  return { kind: 'table', mimeType: 'text/csv', ...imageless };
}

const subtitleTypes: Record<SubtitleFormat, string> = { srt: 'application/x-subrip', vtt: 'text/vtt' };

async function describeImage(path: string, container: Container): Promise<Described> {
  const described = await describeImageFile(path, container);
  return {
    kind: 'image',
    mimeType: container.mimeType,
    durationSec: null,
    fps: null,
    hasAudio: false,
    ...described,
  };
}

async function pagesOf(path: string): Promise<number> {
  try {
    return (await sharp(path, { limitInputPixels: MAX_PIXELS }).metadata()).pages ?? 1;
  } catch (cause) {
    throw unreadableImage(cause);
  }
}

function describeTimed(path: string, container: Container, reading: Reading): Described {
  const input = openInput(path);
  try {
    const { video, audio } = input;
    if (!video && !audio)
      throw new FramemillError('invalid_request', `${THIS_FILE} contains neither video nor audio. Use another file.`);
    const durationSec = durationOf(input);
    if (durationSec > MAX_DURATION_SEC) {
      throw new FramemillError(
        'invalid_request',
        `${THIS_FILE} is ${Math.round(durationSec)} s long, but at most ${MAX_DURATION_SEC} s are allowed. Shorten it.`,
      );
    }
    if (durationSec <= 0)
      throw new FramemillError(
        'invalid_request',
        `${THIS_FILE} has no duration: it contains neither video nor audio. Use another file.`,
      );
    if (/^(mov|matroska)/.test(container.demuxer)) refuseEncrypted(path);
    if (video) decodeOneFrame(path);
    refuseCutOff(input);
    // A video with damaged audio is still worth rendering; an audio file is not.
    const hasAudio = audio !== null && decodesAudio(path, video === null);
    if (!video) {
      const mimeType = container.mimeType.replace(/^video\//, 'audio/');
      return { kind: 'audio', mimeType, width: null, height: null, durationSec, fps: null, hasAudio };
    }
    const { width, height } = displayGeometry(video);
    const bits = changeBits(input, durationSec);
    return {
      kind: 'video',
      mimeType: container.mimeType,
      width,
      height,
      durationSec,
      fps: nominalFps(video),
      hasAudio,
      hasAlpha: streamHasAlpha(video),
      ...(bits === undefined ? {} : { changeBits: bits }),
      ...(reading === 'whole' ? wholeFileFacts(path) : {}),
    };
  } finally {
    input.close();
  }
}

// Padding of encoders: a smaller difference does not put the declared duration in doubt.
const GUESS_SLACK_SEC = 0.1;

/**
 * Returns the duration from time 0 to the end, in seconds; encoder priming before time 0 does not count. Rounded to
 * microseconds, which removes floating-point errors such as 3.9999999999999996 for 4.
 */
function durationOf(input: MediaInput): number {
  return Math.round((lengthOf(input) - primedLeadSec(input)) * MICROSECONDS) / MICROSECONDS;
}

function lengthOf(input: MediaInput): number {
  const reported = containerDurationSec(input);
  const { guessesLength, lengthFromClock, lengthToLastStamp } = input.container;
  if (lengthToLastStamp && !input.video) return scannedDurationSec(input);
  if (input.audio && input.container.demuxer === 'wav' && isDisguised(input.audio)) return scannedDurationSec(input);
  if (reported > 0 && !guessesLength && !(lengthFromClock && startsLate(input))) return reported;
  const scanned = scannedDurationSec(input);
  return Math.abs(scanned - reported) < GUESS_SLACK_SEC ? reported : scanned;
}

function startsLate({ format }: MediaInput): boolean {
  return format.startTime !== AV_NOPTS_VALUE && Number(format.startTime) / MICROSECONDS > GUESS_SLACK_SEC;
}

function decodeOneFrame(path: string): void {
  const decoder = openVideoDecoder(path, THIS_FILE, { budget: createDecodeBudget() });
  const frame = new Frame();
  frame.alloc();
  try {
    if (decoder.next(frame) === null) {
      throw new FramemillError(
        'invalid_request',
        `${THIS_FILE} contains no video frame that can be decoded. Export or upload it again.`,
      );
    }
  } finally {
    frame.free();
    decoder.close();
  }
}

function decodesAudio(path: string, required: boolean): boolean {
  const decoder = openAudioDecoder(path, 0);
  const frame = new Frame();
  frame.alloc();
  try {
    const decoded = decoder.next(frame) !== null;
    if (!decoded && required) {
      throw new FramemillError(
        'invalid_request',
        `${THIS_FILE} contains no audio that can be decoded. Export or upload it again.`,
      );
    }
    return decoded;
  } finally {
    frame.free();
    decoder.close();
  }
}

/**
 * Checks that an MP4 is not truncated; throws otherwise. If the index is at the start, a file opens even when most of
 * it is missing, and a render would only repeat frames. The check reads the last packets that the index lists.
 */
function refuseCutOff(input: MediaInput): void {
  if (!input.container.demuxer.startsWith('mov')) return;
  const packet = new Packet();
  packet.alloc();
  try {
    for (const stream of [input.video, input.audio]) {
      if (!stream || stream.duration === AV_NOPTS_VALUE || stream.duration <= 0n) continue;
      const end = stream.duration + (stream.startTime === AV_NOPTS_VALUE ? 0n : stream.startTime);
      if (input.format.seekFrameSync(stream.index, end, AVSEEK_FLAG_BACKWARD) < 0) continue;
      if (!reaches(input, stream, packet)) {
        throw new FramemillError(
          'invalid_request',
          `${THIS_FILE} is cut off: its index lists more data than it contains. Export or upload it again.`,
        );
      }
    }
  } finally {
    packet.free();
  }
}

/** Whether at least one complete packet of `stream` follows, without a damaged one before it. */
function reaches(input: MediaInput, stream: Stream, packet: Packet): boolean {
  let whole = 0;
  while (input.format.readFrameSync(packet) >= 0) {
    const mine = packet.streamIndex === stream.index;
    const damaged = packet.hasFlags(AV_PKT_FLAG_CORRUPT);
    packet.unref();
    if (mine && damaged) return false;
    if (mine) whole += 1;
  }
  return whole > 0;
}

/**
 * Returns the nominal frame rate: the stream's base rate if its frames follow it, otherwise the average; null if
 * unknown.
 */
function nominalFps(stream: Stream): number | null {
  const base = ratio(stream.rFrameRate);
  const average = ratio(stream.avgFrameRate);
  if (base !== null && average !== null && Math.abs(base - average) / average < 0.01) return base;
  return average ?? base;
}

/**
 * Returns a frame rate as a number; null for a rate that no video has. For a file of two frames, the library may report
 * the clock's ticks per second as the frame rate.
 */
function ratio({ num, den }: { num: number; den: number }): number | null {
  return num > 0 && den > 0 && num / den <= MOST_FPS ? num / den : null;
}

/**
 * Measures the duration from the packets, in seconds. This is needed when a recorder has not written a duration or the
 * container cannot store one.
 */
function scannedDurationSec(input: MediaInput): number {
  const packet = new Packet();
  packet.alloc();
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  const runningClock = createRunningClock(input);
  while (input.format.readFrameSync(packet) >= 0) {
    const stream = input.format.streams[packet.streamIndex];
    const counts = input.video !== null || packet.streamIndex === input.audio?.index;
    if (stream && counts && packet.pts !== AV_NOPTS_VALUE) {
      const second = stream.timeBase.den / stream.timeBase.num;
      const from = runningClock(Number(packet.pts) / second, end);
      start = Math.min(start, from);
      end = Math.max(end, from + Number(packet.duration) / second);
    }
    packet.unref();
  }
  packet.free();
  if (!Number.isFinite(start)) return 0;
  return end - (input.container.clockWraps ? start : Math.max(0, start));
}
