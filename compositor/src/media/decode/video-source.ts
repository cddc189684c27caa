import { FramemillError } from '@framemill/timeline/rendering';
import { Frame } from 'node-av/lib';
import { THIS_FILE } from '../open-input.ts';
import { PROXY_GROUP_SEC } from '../proxy-groups.ts';
import { createBackwardCache, type TimedFrame } from './backward-cache.ts';
import { createFrameConverter } from './colour/frame-converter.ts';
import { createDecodeBudget } from './decode-budget.ts';
import { deinterlacing } from './deinterlace.ts';
import { type DecodeOptions, openVideoDecoder } from './video-decoder.ts';

/** A video file as a function of time. */
export interface VideoSource {
  /** Size to show it at, square pixels, upright. */
  readonly width: number;
  readonly height: number;
  /**
   * Size of the frames handed out. It differs from `width`, `height` for anamorphic pixels only: scale by `width / frameWidth` and
   * `height / frameHeight` while placing, which costs no extra pass.
   */
  readonly frameWidth: number;
  readonly frameHeight: number;
  /** Frames say how opaque each pixel is: see `frameAt`. */
  readonly hasAlpha: boolean;
  /** Planar frames are 4:4:4: see `frameAt`. */
  readonly hasFullChroma: boolean;
  /** Length of the picture stream, 0 when the file does not say. */
  readonly durationSec: number;
  /**
   * The picture on show at `sourceSec` (seconds from the file's second 0): the last one that starts at or before it. Before the start it is the
   * first picture, after the end the last. The same for a time however it was reached. Planar 4:2:0, 8 bits, BT.709 limited, of
   * frameWidth x frameHeight; planar 4:4:4 with full chroma; with alpha the same and a fourth plane, or RGBA in full range, alpha not multiplied in. Read only, valid until the next call. Forward in small steps is cheap; backwards costs a seek.
   * Throws FramemillError `invalid_request` when not one picture can be decoded, and when reaching this one takes more than the seek budget.
   */
  frameAt(sourceSec: number): Frame;
  /** Whether the picture of the last `frameAt` is as it was decoded, in the format and colours that its tags say. */
  readonly isAsDecoded: boolean;
  /** Changes whenever `frameAt` returned another picture than before: equal means nothing to do. */
  readonly generation: number;
  /** Damaged packets and pictures left out so far; the last good picture was held instead. */
  readonly damaged: number;
  close(): void;
}

// Decoding this far forward costs less than the seek and the decoding from a key frame that it would save.
const FORWARD_SEC = 2;

// Pictures that start earlier than this before the wanted time are decoded for others that refer to them, if at all.
const COMPLETE_SEC = 0.25;

// A step back of at most this is playing backwards. A longer one is a cut to an earlier time: kept, the pictures passed on the way there
// would be 96 MB that nobody asks for, and the decoder never gives the memory of that many pictures back.
const STEP_BACK_SEC = 1;

/**
 * Opens the picture of a media file. Transparency is left out unless `alpha` asks for it. Interlaced pictures are made progressive, high dynamic range
 * and wide colour brought to BT.709. Throws FramemillError: `invalid_request` (no media, no picture), `not_found`.
 */
export function openVideoSource(path: string, options: DecodeOptions = {}): VideoSource {
  const budget = options.budget ?? createDecodeBudget({ framePixels: Number.POSITIVE_INFINITY });
  const decoder = deinterlacing(openVideoDecoder(path, THIS_FILE, { ...options, budget }));
  const { geometry, hasAlpha, hasFullChroma } = decoder;
  const keeps = hasAlpha || hasFullChroma ? undefined : options.keeps;
  const converter = createFrameConverter(geometry, { alpha: hasAlpha, fullChroma: hasFullChroma, keeps });
  const perSecond = decoder.timeBase.den / decoder.timeBase.num;

  const cache = createBackwardCache();
  let current = allocate();
  let following = allocate();
  let currentStart: number | null = null;
  let followingStart: number | null = null;
  /** The picture after `current` was not decoded yet: `following` holds nothing. */
  let isPeeked = false;
  /** Where the first picture that can be decoded starts: nothing is earlier. */
  let first = decoder.startTicks;
  let forwardTicks = (options.isProxy ? PROXY_GROUP_SEC : FORWARD_SEC) * perSecond;
  /** What was asked for last. */
  let asked = Number.NaN;
  let generation = 0;
  let shownStart = Number.NaN;
  let shown: Frame | null = null;
  let isAsDecoded = false;

  /** Decodes the picture to show and, where its packet does not tell, the one after it, whose start ends it. */
  function load(): void {
    cache.clear();
    // The picture that was shown may lie in one of the frames that are overwritten now.
    shownStart = Number.NaN;
    currentStart = decoder.next(current);
    if (currentStart === null) followingStart = null;
    else lookAhead();
  }

  function step(): void {
    // Of a proxy nothing is lost when the next picture takes this one's place: none of its pictures is damaged.
    if (isPeeked) currentStart = decoder.next(current);
    else {
      [current, following] = [following, current];
      currentStart = followingStart;
    }
    lookAhead();
  }

  function lookAhead(): void {
    const peeked = options.isProxy ? decoder.peek() : undefined;
    isPeeked = peeked !== undefined;
    followingStart = peeked === undefined ? decoder.next(following) : peeked;
  }

  /** Walks on to the picture on show at `ticks`; `keep` keeps what is passed on the way for playing backwards. */
  function walk(ticks: number, keep: boolean): void {
    if (!keep && followingStart !== null && followingStart <= ticks) cache.clear();
    while (followingStart !== null && followingStart <= ticks) {
      if (keep && currentStart !== null) cache.push(currentStart, current);
      step();
    }
  }

  /** Pictures before `neededFrom` may be left out on the way. */
  function seek(ticks: number, neededFrom?: number): void {
    const from = currentStart;
    for (let target = ticks; ; ) {
      const key = decoder.seek(target, neededFrom);
      // No key frame between here and there: remember, so that the same stride does not seek in vain again.
      if (from !== null && key <= from && ticks > from) forwardTicks = Math.max(forwardTicks, ticks - key);
      load();
      if (currentStart !== null && currentStart <= ticks) return;
      if (key === Number.NEGATIVE_INFINITY) break;
      target = key - perSecond;
    }
    if (currentStart === null) throw undecodable();
    first = currentStart;
  }

  /** Goes forward over a key frame, past pictures that are needed by none after them. */
  function leap(ticks: number): void {
    const neededFrom = ticks - COMPLETE_SEC * perSecond;
    const before = decoder.damaged;
    seek(ticks, neededFrom);
    walk(ticks, false);
    // The picture on show may be one that was left out (before a pause), and what a damaged one does to others depends on all of them.
    const isCertain = currentStart !== null && currentStart >= neededFrom && decoder.damaged === before;
    if (!isCertain) seek(ticks);
  }

  /** Moves to the picture on show at `ticks` and returns it. */
  function reach(ticks: number): TimedFrame {
    if (currentStart === null && ticks <= first + forwardTicks) {
      load();
      if (currentStart === null) seek(ticks);
      else first = currentStart;
    }
    const at = Math.max(ticks, first);
    const playsBack = asked - at <= STEP_BACK_SEC * perSecond;
    asked = at;
    const backward = currentStart !== null && at < currentStart;
    const cached = backward ? cache.find(at) : null;
    if (cached) return cached;
    const beyond = followingStart !== null && followingStart <= at;
    const far = currentStart === null || (beyond && at > currentStart + forwardTicks);
    if (backward) seek(at);
    else if (far) leap(at);
    walk(at, backward && playsBack);
    if (currentStart === null) throw undecodable();
    return { start: currentStart, frame: current };
  }

  return {
    width: geometry.width,
    height: geometry.height,
    frameWidth: geometry.frameWidth,
    frameHeight: geometry.frameHeight,
    hasAlpha,
    hasFullChroma,
    durationSec: decoder.durationSec,
    get isAsDecoded() {
      return isAsDecoded;
    },
    get generation() {
      return generation;
    },
    get damaged() {
      return decoder.damaged;
    },
    frameAt(sourceSec) {
      budget.beginJump(() => options.onLongJump?.(sourceSec));
      const { start, frame } = reach(sourceSec * perSecond + decoder.slackTicks);
      if (!shown || start !== shownStart) {
        generation += 1;
        shownStart = start;
        shown = converter.convert(frame);
        isAsDecoded = shown === frame;
      }
      return shown;
    },
    close() {
      cache.clear();
      converter.close();
      decoder.close();
      current.free();
      following.free();
    },
  };
}

function undecodable(): FramemillError {
  return new FramemillError(
    'invalid_request',
    `${THIS_FILE} holds no picture that can be decoded. Export or upload it again.`,
  );
}

function allocate(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
