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
import { PACKET_PIXELS } from '../../catalog/seek-budget.ts';
import { check } from '../av-error.ts';
import { tagAsContainer } from '../colour-tags.ts';
import { type DisplayGeometry, displayGeometry } from '../display-geometry.ts';
import { streamDurationSec } from '../duration.ts';
import { type MediaInput, openInput, THIS_FILE } from '../open-input.ts';
import { hasFullChroma } from '../pixel-format.ts';
import { zeroTicks } from '../time-zero.ts';
import { createDecodeBudget, type DecodeBudget } from './decode-budget.ts';
import { decodeCost } from './decode-cost.ts';
import { type Detail, openContext, streamHasAlpha } from './decoder-context.ts';
import { describeClock } from './frame-clock.ts';

/** Decodes the picture stream of a file forward, and starts again at key frames. Times are ticks from the file's second 0. */
export interface VideoDecoder {
  /** Seconds of one tick as a fraction; pictures of this file start at whole ticks. */
  readonly timeBase: { num: number; den: number };
  readonly geometry: DisplayGeometry;
  /** The pictures say how opaque each pixel is. Never true when alpha was not asked for. */
  readonly hasAlpha: boolean;
  /** The pictures say the colour of each pixel. Never true when it was not asked for. */
  readonly hasFullChroma: boolean;
  /** Length of the picture stream, 0 when the file does not say. */
  readonly durationSec: number;
  /** Where the first picture starts, as the container says. */
  readonly startTicks: number;
  /** How far a start may be from the truth because the container rounds, in ticks: a time this much too early still means the picture. */
  readonly slackTicks: number;
  /** Pictures and packets that were damaged and left out so far. */
  readonly damaged: number;
  /** Decodes the next picture in order of display into `frame`. Returns its start, or null at the end of the file. */
  next(frame: Frame): number | null;
  /**
   * Where the picture after the last one of `next` starts, read from its packet; null at the end of the file. Undefined where only decoding
   * tells: where pictures wait for others in the decoder, or are deinterlaced.
   */
  peek(): number | null | undefined;
  /**
   * Goes to the last key frame that starts at or before `ticks` (to the file's start when there is none). The next `next` returns
   * that key frame or a later picture. Returns where the key frame starts. Pictures that start before `neededFrom` may be left out
   * where no other picture refers to them; default: none is.
   */
  seek(ticks: number, neededFrom?: number): number;
  /** Goes to the file's first picture. */
  rewind(): void;
  close(): void;
}

/** How a video is decoded. */
export interface DecodeOptions {
  /** Default `full`. */
  detail?: Detail;
  /** Decode transparency where there is some; default false. */
  alpha?: boolean;
  /** Keep a chroma sample for each pixel where the file has them; default false. */
  fullChroma?: boolean;
  /** Frames without alpha that whoever shows them converts: they are handed out as they were decoded. Default: none. */
  keeps?: ((frame: Frame) => boolean) | undefined;
  /** A copy that `makePreviewProxy` wrote: key frames are an eighth of a second apart, pictures in the order of display. Default false. */
  isProxy?: boolean;
  /** What counts the work of each jump and ends it; default: one of its own, which nobody tells of jumps and frames, without limits. */
  budget?: DecodeBudget;
  /** Called once when reaching the picture at a second of the source takes long; what it throws ends that. */
  onLongJump?: (sourceSec: number) => void;
}

// Some files are longer than they say, but not by this much.
const PAST_END_SEC = 60;

// Damaged files may fail to deliver packets again and again without ever reporting their end.
const MAX_READ_ERRORS = 100;

/**
 * Opens the picture stream of `path`. One thread, so that cost and result do not depend on the machine. `alpha`: decode transparency too where there is
 * some, which for VP8 and VP9 is a second stream and takes twice the time. Throws `invalid_request`.
 */
export function openVideoDecoder(path: string, name = THIS_FILE, options: DecodeOptions = {}): VideoDecoder {
  const { detail = 'full', alpha = false, fullChroma = false, isProxy = false, budget = unlimited() } = options;
  // Its header says all that is needed, and nothing was left out: the first pictures need not be decoded to know more.
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

  // A damaged time stamp may say anything; after one far ahead nothing would be shown any more.
  const reported = streamDurationSec(input, stream);
  const latest = reported > 0 ? (reported + PAST_END_SEC) * second : Number.POSITIVE_INFINITY;

  let ended = false;
  /** A packet read while seeking that still has to be decoded. */
  let pending = false;
  /** Leading pictures of an open group refer to pictures before the key frame: those that start before this are left out. */
  let earliest = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let damaged = 0;
  // H.264 says of each picture whether another may refer to it; other codecs do not, or only for some of the others.
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

  /** Tells the decoder whether the picture that it gets next may be left out when no other refers to it. */
  function leaveOut(may: boolean): void {
    if (may === leavingOut) return;
    check(context.setOption('skip_frame', may ? 'noref' : 'default'), `${name}: setting up its decoder`);
    leavingOut = may;
  }

  function isNeeded(): boolean {
    return packet.pts === AV_NOPTS_VALUE || clock.exact(Number(packet.pts - zero)) >= neededFrom;
  }

  /** Reads the next packet of the picture stream into `packet`; false at the end of the file. */
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
   * By packets, not by pictures: some of those never come out. By the size that the decoder is at, which may grow on the way, and at least by the
   * file's: animations are composed on a canvas of that size, whatever the size of what is new.
   */
  function spend(): void {
    const { codecId } = stream.codecpar;
    budget.spend(Math.max(canvasCost, decodeCost(codecId, context.width, context.height)));
  }

  /** Whether a packet is pending, read now if need be; at the end of the file the decoder is told of it, once. */
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

  /** Reads up to the next key frame and leaves it pending. Returns its start, null when none follows. */
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
    // Opening again is the one way back to the start that every container can do.
    reset();
    input.close();
    input = openInput(path, name, opening);
    stream = videoStream(input, name);
    discardOthers(input, stream);
  }

  /** For containers that only count: moves second 0 to where the first picture comes out. */
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
      // Containers index by decoding time, some only roughly: step back until the key frame is not too late.
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

/** For whoever decodes a file from its start to its end. */
function unlimited(): DecodeBudget {
  return createDecodeBudget({ jumpPixels: Number.POSITIVE_INFINITY, framePixels: Number.POSITIVE_INFINITY });
}

function videoStream(input: MediaInput, name: string): Stream {
  if (!input.video) {
    input.close();
    throw new FramemillError('invalid_request', `${name} has no picture. Use it as an audio clip.`);
  }
  return input.video;
}

/** Tells the demuxer to leave out the other streams' packets: half the reading for a file with sound. */
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

/** Whether the decoder says that a picture is not what was encoded. */
export function isDamaged(frame: Frame): boolean {
  return frame.decodeErrorFlags !== 0 || frame.hasFlags(AV_FRAME_FLAG_CORRUPT);
}
