import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { Frame } from 'node-av';
import { createFrameConverter } from './frame-converter.ts';
import { openVideoDecoder } from './video-decoder.ts';

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
  /** Length of the picture stream, 0 when the file does not say. */
  readonly durationSec: number;
  /**
   * The picture on show at `sourceSec` (seconds from the file's second 0): the last one that starts at or before it. Before the start it is the
   * first picture, after the end the last. The same for a time however it was reached. Planar 4:2:0, 8 bits, BT.709 limited, of
   * frameWidth x frameHeight. Read only, valid until the next call. Forward in small steps is cheap; backwards costs a seek.
   * Throws FramemillError `invalid_request` when not one picture can be decoded.
   */
  frameAt(sourceSec: number): Frame;
  /** Changes whenever `frameAt` returned another picture than before: equal means nothing to do. */
  readonly generation: number;
  /** Damaged packets and pictures left out so far; the last good picture was held instead. */
  readonly damaged: number;
  close(): void;
}

// Time stamps are rounded to ticks: half a tick of slack finds the picture that was meant. Coarse clocks (1/30 s) are exact instead of rounded,
// so the slack is never more than half of the coarsest rounded clock in use (1 ms).
const MAX_SLACK_SEC = 0.0005;

// Decoding this far forward costs less than the seek and the decoding from a key frame that it would save.
const FORWARD_SEC = 2;

/** Opens the picture of a media file. Throws FramemillError: `invalid_request` (no media, no picture), `not_found`. */
export function openVideoSource(path: string): VideoSource {
  const name = basename(path);
  const decoder = openVideoDecoder(path, name);
  const { geometry } = decoder;
  const converter = createFrameConverter(geometry);
  const perSecond = decoder.timeBase.den / decoder.timeBase.num;
  const slack = Math.min(0.5, MAX_SLACK_SEC * perSecond) + 1e-6;

  let current = allocate();
  let following = allocate();
  let currentStart: number | null = null;
  let followingStart: number | null = null;
  let ended = false;
  /** Where the first picture that can be decoded starts: nothing is earlier. */
  let first = decoder.startTicks;
  let forwardTicks = FORWARD_SEC * perSecond;
  let generation = 0;
  let shown: Frame | null = null;

  /** Loads the picture that `currentStart` will name and the one after it. */
  function load(): void {
    currentStart = decoder.next(current);
    followingStart = currentStart === null ? null : decoder.next(following);
    ended = followingStart === null;
    generation += 1;
    shown = null;
  }

  function step(): void {
    const free = current;
    current = following;
    currentStart = followingStart;
    following = free;
    followingStart = decoder.next(following);
    ended = followingStart === null;
    generation += 1;
    shown = null;
  }

  function seek(ticks: number): void {
    const from = currentStart;
    for (let target = ticks; ; ) {
      const key = decoder.seek(target);
      // No key frame between here and there: remember, so that the same stride does not seek in vain again.
      if (from !== null && key <= from && ticks > from) forwardTicks = Math.max(forwardTicks, ticks - key);
      load();
      if (currentStart !== null && currentStart <= ticks) return;
      if (key === Number.NEGATIVE_INFINITY) break;
      target = key - perSecond;
    }
    if (currentStart !== null) first = currentStart;
    else
      throw new FramemillError(
        'invalid_request',
        `Not one picture of ${name} can be decoded. Export or upload it again.`,
      );
  }

  return {
    width: geometry.width,
    height: geometry.height,
    frameWidth: geometry.frameWidth,
    frameHeight: geometry.frameHeight,
    durationSec: decoder.durationSec,
    get generation() {
      return generation;
    },
    get damaged() {
      return decoder.damaged;
    },
    frameAt(sourceSec) {
      const ticks = Math.max(Math.floor(sourceSec * perSecond + slack), first);
      const behind = currentStart !== null && ticks < currentStart;
      const far = ticks > (currentStart ?? first) + forwardTicks && !ended;
      if (currentStart === null && !far) {
        load();
        if (currentStart === null) seek(ticks);
        else first = currentStart;
      } else if (behind || far) seek(ticks);
      while (followingStart !== null && followingStart <= ticks) step();
      shown ??= converter.convert(current);
      return shown;
    },
    close() {
      converter.close();
      decoder.close();
      current.free();
      following.free();
    },
  };
}

function allocate(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
