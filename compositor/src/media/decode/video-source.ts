import { FramemillError } from '@framemill/timeline/rendering';
import { Frame } from 'node-av/lib';
import { THIS_FILE } from '../open-input.ts';
import { createBackwardCache, PROXY_GROUP_SEC, type TimedFrame } from './backward-cache.ts';
import { createFrameConverter } from './colour/frame-converter.ts';
import { createDecodeBudget } from './decode-budget.ts';
import { deinterlacing } from './deinterlace.ts';
import { type DecodeOptions, openVideoDecoder } from './video-decoder.ts';

/** Reader of a video file that returns the frame visible at any given time. */
export interface VideoSource {
  /** Display width in pixels, after rotation and scaled to square pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * Width of the returned frames, in pixels. It differs from `width` only for anamorphic video. To draw a frame at
   * display size, scale it by `width / frameWidth` and `height / frameHeight`.
   */
  readonly frameWidth: number;
  readonly frameHeight: number;
  /** Whether frames have alpha; see `frameAt`. */
  readonly hasAlpha: boolean;
  /** Whether planar frames are 4:4:4; see `frameAt`. */
  readonly hasFullChroma: boolean;
  /** Duration of the video stream, in seconds; 0 when the file does not state it. */
  readonly durationSec: number;
  /**
   * Returns the frame that is visible at `sourceSec` (seconds from the file's time zero): the last one that starts at
   * or before this time. Times before the start give the first frame, times after the end the last. The result depends
   * only on the time, not on earlier calls.
   *
   * Frames are planar 4:2:0 (4:4:4 with full chroma), 8 bits, BT.709 limited range, frameWidth x frameHeight. With
   * alpha there is a fourth plane, or the frame is RGBA in full range with straight alpha. The frame is read-only and
   * valid until the next call. Small steps forward are cheap; a step back costs a seek.
   *
   * Throws FramemillError `invalid_request` when no frame can be decoded, and when the seek exceeds its decode budget.
   */
  frameAt(sourceSec: number): Frame;
  /** Whether the last frame of `frameAt` is unconverted, in its own pixel format and colour coding. */
  readonly isAsDecoded: boolean;
  /** Counter that changes whenever `frameAt` returns a different frame. While it is equal, the frame is unchanged. */
  readonly generation: number;
  /** Number of damaged packets and frames skipped so far. In their place, the last good frame is repeated. */
  readonly damaged: number;
  close(): void;
}

// Decoding forward up to this distance costs less than a seek and the decoding from a key frame.
const FORWARD_SEC = 2;

// Frames that start earlier than this before the requested time are decoded only if others refer to them.
const COMPLETE_SEC = 0.25;

// A step back of at most this counts as reverse playback. A longer one is a cut to an earlier time: caching the frames
// up to there would take 96 MB that is never used, and the decoder never frees the memory of that many frames.
const STEP_BACK_SEC = 1;

/**
 * Opens the video of a media file. Alpha is ignored unless `alpha` is set. Interlaced frames are made progressive; high
 * dynamic range and wide colour are converted to BT.709. Throws FramemillError `invalid_request` when the file is no
 * media file or has no video, `not_found` when it does not exist.
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
  /** Whether the start of the frame after `current` was read from its packet only. `following` is then empty. */
  let isPeeked = false;
  /** Start of the first frame that can be decoded, in ticks. For earlier times this frame is returned. */
  let first = decoder.startTicks;
  let forwardTicks = (options.isProxy ? PROXY_GROUP_SEC : FORWARD_SEC) * perSecond;
  /** Time of the last request, in ticks. */
  let asked = Number.NaN;
  let generation = 0;
  let shownStart = Number.NaN;
  let shown: Frame | null = null;
  let isAsDecoded = false;

  /**
   * Decodes the visible frame and the following one, whose start is the end of the visible frame. The following frame
   * is not decoded if its packet already states the start.
   */
  function load(): void {
    cache.clear();
    // The frame that was returned last may be in a buffer that is overwritten now.
    shownStart = Number.NaN;
    currentStart = decoder.next(current);
    if (currentStart === null) followingStart = null;
    else lookAhead();
  }

  function step(): void {
    // For a proxy the next frame may replace this one: no frame of a proxy is damaged.
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

  /**
   * Decodes forward to the frame that is visible at `ticks`. With `keep`, the frames before it are cached for reverse
   * playback.
   */
  function walk(ticks: number, keep: boolean): void {
    if (!keep && followingStart !== null && followingStart <= ticks) cache.clear();
    while (followingStart !== null && followingStart <= ticks) {
      if (keep && currentStart !== null) cache.push(currentStart, current);
      step();
    }
  }

  /** Seeks to the frame at `ticks`. Frames before `neededFrom` may be skipped on the way. */
  function seek(ticks: number, neededFrom?: number): void {
    const from = currentStart;
    for (let target = ticks; ; ) {
      const key = decoder.seek(target, neededFrom);
      // There is no key frame in between: remember the distance, so that an equal step does not seek in vain again.
      if (from !== null && key <= from && ticks > from) forwardTicks = Math.max(forwardTicks, ticks - key);
      load();
      if (currentStart !== null && currentStart <= ticks) return;
      if (key === Number.NEGATIVE_INFINITY) break;
      target = key - perSecond;
    }
    if (currentStart === null) throw undecodable();
    first = currentStart;
  }

  /** Seeks forward past a key frame and skips frames that no later frame needs. */
  function leap(ticks: number): void {
    const neededFrom = ticks - COMPLETE_SEC * perSecond;
    const before = decoder.damaged;
    seek(ticks, neededFrom);
    walk(ticks, false);
    // The visible frame may be a skipped one (before a pause), and the effect of a damaged frame depends on all others.
    const isCertain = currentStart !== null && currentStart >= neededFrom && decoder.damaged === before;
    if (!isCertain) seek(ticks);
  }

  /** Moves to the frame that is visible at `ticks` and returns it. */
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
    `${THIS_FILE} contains no video frame that can be decoded. Export or upload it again.`,
  );
}

function allocate(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
