import { FramemillError } from '@framemill/timeline/rendering';
import {
  AV_CODEC_ID_H264,
  AV_FRAME_FLAG_CORRUPT,
  AV_NOPTS_VALUE,
  AVDISCARD_ALL,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants';
import { Frame, Packet, type Stream } from 'node-av/lib';
import { PACKET_PIXELS } from '../../plan/decode-limits.ts';
import { check } from '../av-error.ts';
import { tagAsContainer } from '../colour-tags.ts';
import { type DisplayGeometry, displayGeometry } from '../display-geometry.ts';
import { type MediaInput, openInput, THIS_FILE } from '../open-input.ts';
import { hasFullChroma } from '../pixel-format.ts';
import { streamDurationSec, zeroTicks } from '../stream-times.ts';
import { createDecodeBudget, type DecodeBudget, decodeCost } from './decode-budget.ts';
import { type Detail, openContext, streamHasAlpha } from './decoder-context.ts';
import { describeClock } from './frame-clock.ts';

/**
 * Sequential decoder of a file's video stream that can seek to key frames. Times are ticks from the file's time zero.
 */
export interface VideoDecoder {
  /** Duration of one tick in seconds, as a fraction. Frames of this file start at whole ticks. */
  readonly timeBase: { num: number; den: number };
  readonly geometry: DisplayGeometry;
  /** Whether frames have alpha. Always false when alpha was not requested. */
  readonly hasAlpha: boolean;
  /** Whether chroma has full resolution (4:4:4). Always false when it was not requested. */
  readonly hasFullChroma: boolean;
  /** Duration of the video stream, in seconds; 0 when the file does not state it. */
  readonly durationSec: number;
  /** Start of the first frame according to the container, in ticks. */
  readonly startTicks: number;
  /**
   * Largest error of a start time due to rounding by the container, in ticks. A time that is at most this much before a
   * frame's start still selects that frame.
   */
  readonly slackTicks: number;
  /** Number of damaged frames and packets that were skipped so far. */
  readonly damaged: number;
  /**
   * Decodes the next frame in display order into `frame`. Returns its start in ticks, or null at the end of the file.
   */
  next(frame: Frame): number | null;
  /**
   * Returns the start, in ticks, of the frame that `next` will return, read from its packet. Returns null at the end of
   * the file, and undefined where the start is known only after decoding: if the decoder reorders frames, and for
   * deinterlaced video.
   */
  peek(): number | null | undefined;
  /**
   * Seeks to the last key frame that starts at or before `ticks`, or to the start of the file when there is none. The
   * following call of `next` returns that key frame or a later frame. Returns the start of the key frame in ticks, or
   * -Infinity when it went to the start of the file. Frames before `neededFrom` may be skipped if no other frame refers
   * to them; by default none are skipped.
   */
  seek(ticks: number, neededFrom?: number): number;
  /** Returns to the first frame of the file. */
  rewind(): void;
  close(): void;
}

/** Options for decoding a video. */
export interface DecodeOptions {
  /** Required exactness of frames. Default `full`. */
  detail?: Detail;
  /** Whether to decode alpha where the file has it; default false. */
  alpha?: boolean;
  /** Whether to keep chroma at full resolution (4:4:4) where the file has it; default false. */
  fullChroma?: boolean;
  /**
   * Returns whether a frame without alpha is returned unconverted, because the code that draws it converts it. Default:
   * all frames are converted.
   */
  keeps?: ((frame: Frame) => boolean) | undefined;
  /**
   * Whether the file is a preview proxy created by `makePreviewProxy`: key frames are an eighth of a second apart, and
   * frames are stored in display order. Default false.
   */
  isProxy?: boolean;
  /** Budget that limits the work of each seek. Default: a separate one without limits. */
  budget?: DecodeBudget;
  /** Called once when a seek to the frame at `sourceSec` counts as long. An error thrown by it cancels the seek. */
  onLongJump?: (sourceSec: number) => void;
}

// Some files are longer than they declare, but not by this much.
const PAST_END_SEC = 60;

// Reading a damaged file may fail again and again without ever reaching the end.
const MAX_READ_ERRORS = 100;

/**
 * Opens the video stream of `path` for decoding. It uses one thread, so that cost and result do not depend on the
 * machine. With `alpha`, transparency is decoded if the file has it; in VP8 and VP9 it is a second stream and doubles
 * the time. Throws `invalid_request` when the video cannot be decoded.
 */
export function openVideoDecoder(path: string, name = THIS_FILE, options: DecodeOptions = {}): VideoDecoder {
  const { detail = 'full', alpha = false, fullChroma = false, isProxy = false, budget = unlimited() } = options;
  // The header of a proxy has all the needed facts, so the first frames need not be decoded.
  const opening = { analyze: !isProxy };
  let input = openInput(path, name, opening);
  let stream = videoStream(input, name);
  const transparent = alpha && streamHasAlpha(stream);
  const context = openContext(stream, name, detail, transparent);
  const packet = new Packet();
  packet.alloc();
  let zero = zeroTicks(input, stream);
  const clock = describeClock(stream);
  const canvasCost = decodeCost(stream.codecpar.codecId, stream.codecpar.width, stream.codecpar.height);
  const { num, den } = stream.timeBase;
  const second = den / num;

  // A damaged time stamp may have any value; after one far ahead no frame would be shown any more.
  const reported = streamDurationSec(input, stream);
  const latest = reported > 0 ? (reported + PAST_END_SEC) * second : Number.POSITIVE_INFINITY;

  let ended = false;
  /** Whether `packet` was read while seeking and still has to be decoded. */
  let pending = false;
  /**
   * Time before which frames are dropped, in ticks. After a seek, the leading frames of an open GOP cannot be decoded,
   * because they refer to frames before the key frame.
   */
  let earliest = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let damaged = 0;
  // H.264 marks each frame as used for reference or not; other codecs do not, or only for some of the others.
  const saysUse = stream.codecpar.codecId === AV_CODEC_ID_H264;
  let neededFrom = Number.NEGATIVE_INFINITY;
  let leavingOut = false;

  function reset(): void {
    context.flushBuffers();
    if (pending) packet.unref();
    pending = false;
    ended = false;
    earliest = Number.NEGATIVE_INFINITY;
    last = Number.NEGATIVE_INFINITY;
    neededFrom = Number.NEGATIVE_INFINITY;
  }

  /** Sets whether the decoder may skip the next frame if no other frame refers to it. */
  function leaveOut(may: boolean): void {
    if (may === leavingOut) return;
    check(context.setOption('skip_frame', may ? 'noref' : 'default'), `${name}: setting up its decoder`);
    leavingOut = may;
  }

  function isNeeded(): boolean {
    return packet.pts === AV_NOPTS_VALUE || clock.exact(Number(packet.pts - zero)) >= neededFrom;
  }

  /** Reads the next packet of the video stream into `packet`. Returns false at the end of the file. */
  function read(): boolean {
    for (let errors = 0; errors < MAX_READ_ERRORS; ) {
      const result = input.format.readFrameSync(packet);
      if (result === AVERROR_EOF) return false;
      if (result < 0) {
        errors += 1;
        continue;
      }
      if (packet.streamIndex === stream.index) return true;
      packet.unref();
    }
    damaged += 1;
    return false;
  }

  /**
   * Adds the cost of one packet to the decode budget. Packets are counted instead of frames, because some frames are
   * never output. The frame size is the larger of the decoder's current size and the file's: animations are composed on
   * a canvas of the file's size even where only a small part changes.
   */
  function spend(): void {
    const { codecId } = stream.codecpar;
    budget.spend(Math.max(canvasCost, decodeCost(codecId, context.width, context.height)));
  }

  /** Returns whether a packet is pending; reads one if needed. At the end of the file it flushes the decoder, once. */
  function hasPacket(): boolean {
    if (pending || ended) return pending;
    pending = read();
    if (pending) return true;
    ended = true;
    context.sendPacketSync(null);
    return false;
  }

  function feed(): void {
    if (!hasPacket()) return;
    pending = false;
    leaveOut(neededFrom > Number.NEGATIVE_INFINITY && !isNeeded());
    const result = context.sendPacketSync(packet);
    packet.unref();
    spend();
    if (result < 0 && result !== AVERROR_EAGAIN && result !== AVERROR_EOF) damaged += 1;
  }

  /**
   * Reads packets up to the next key frame, which then is the pending packet. Returns its start in ticks; null when
   * there is none.
   */
  function nextKey(): number | null {
    while (read()) {
      const stamp = packet.pts !== AV_NOPTS_VALUE ? packet.pts : packet.dts;
      if (packet.isKeyframe && stamp !== AV_NOPTS_VALUE) {
        pending = true;
        return clock.exact(Number(stamp - zero));
      }
      packet.unref();
      budget.spend(PACKET_PIXELS);
    }
    return null;
  }

  function rewind(): void {
    // Reopening the file is the only way back to the start that works for every container.
    reset();
    input.close();
    input = openInput(path, name, opening);
    stream = videoStream(input, name);
    discardOthers(input, stream);
  }

  /**
   * Moves time zero to the start of the first decoded frame, for containers that store frame counts instead of times.
   */
  function zeroAtFirstFrame(): void {
    const frame = new Frame();
    frame.alloc();
    const first = decoder.next(frame);
    frame.free();
    zero += BigInt(Math.round(first ?? 0));
    rewind();
  }

  discardOthers(input, stream);
  const decoder: VideoDecoder = {
    timeBase: { num, den },
    geometry: displayGeometry(stream),
    hasAlpha: transparent,
    hasFullChroma: fullChroma && hasFullChroma(stream.codecpar.format),
    slackTicks: clock.slack,
    durationSec: reported,
    startTicks: stream.startTime === AV_NOPTS_VALUE ? 0 : Number(stream.startTime - zero),
    get damaged() {
      return damaged;
    },
    next(frame) {
      for (;;) {
        frame.unref();
        const result = context.receiveFrameSync(frame);
        if (result >= 0) {
          const start = clock.exact(startOf(frame, zero, last));
          if (isDamaged(frame) || start > latest) {
            damaged += 1;
            continue;
          }
          if (start < earliest || start <= last) continue;
          last = start;
          tagAsContainer(frame, stream.codecpar);
          return start;
        }
        if (result === AVERROR_EOF) return null;
        if (result !== AVERROR_EAGAIN) damaged += 1;
        if (ended) return null;
        feed();
      }
    },
    peek() {
      if (stream.codecpar.videoDelay > 0) return undefined;
      if (!hasPacket()) return null;
      return packet.pts === AV_NOPTS_VALUE ? undefined : clock.exact(Number(packet.pts - zero));
    },
    seek(ticks, from = Number.NEGATIVE_INFINITY) {
      if (input.container.frameTimes === 'sparse') {
        rewind();
        return Number.NEGATIVE_INFINITY;
      }
      // Containers index by decoding time, some only roughly: go further back until the key frame is not too late.
      for (let back = 0; back < ticks + second * 60; back = back === 0 ? second : back * 2) {
        reset();
        const target = BigInt(Math.floor(ticks - back)) + zero;
        if (input.format.seekFrameSync(stream.index, target, AVSEEK_FLAG_BACKWARD) < 0) break;
        const key = nextKey();
        if (key !== null && key <= ticks) {
          earliest = key;
          if (saysUse) neededFrom = from;
          return key;
        }
      }
      rewind();
      return Number.NEGATIVE_INFINITY;
    },
    rewind,
    close() {
      packet.free();
      context.freeContext();
      input.close();
    },
  };
  if (input.container.frameTimes === 'counted') zeroAtFirstFrame();
  return decoder;
}

/** Creates a budget without limits, for decoding a file from start to end. */
function unlimited(): DecodeBudget {
  return createDecodeBudget({ jumpPixels: Number.POSITIVE_INFINITY, framePixels: Number.POSITIVE_INFINITY });
}

function videoStream(input: MediaInput, name: string): Stream {
  if (!input.video) {
    input.close();
    throw new FramemillError('invalid_request', `${name} has no video. Use it as an audio clip.`);
  }
  return input.video;
}

/** Makes the demuxer skip the packets of all other streams. For a file with audio this halves the time for reading. */
function discardOthers(input: MediaInput, stream: Stream): void {
  for (const other of input.format.streams) {
    if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
  }
}

function startOf(frame: Frame, zero: bigint, last: number): number {
  const stamp = frame.pts !== AV_NOPTS_VALUE ? frame.pts : frame.bestEffortTimestamp;
  if (stamp !== AV_NOPTS_VALUE) return Number(stamp - zero);
  return Number.isFinite(last) ? last + Math.max(1, Number(frame.duration)) : 0;
}

/** Whether the decoder marked a frame as damaged. */
export function isDamaged(frame: Frame): boolean {
  return frame.decodeErrorFlags !== 0 || frame.hasFlags(AV_FRAME_FLAG_CORRUPT);
}
