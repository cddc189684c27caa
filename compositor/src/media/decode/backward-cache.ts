import type { Frame } from 'node-av/lib';

/**
 * Maximum time between two key frames of a preview proxy, in seconds. Key frames are nominally an eighth of a second
 * (0.125 s) apart. The margin is for 29.97 fps, whose frames are slightly longer than 1/30 s.
 */
export const PROXY_GROUP_SEC = 0.126;

/** Decoded frame and its start time, in ticks. */
export interface TimedFrame {
  readonly start: number;
  readonly frame: Frame;
}

// Without this cache, a reversed clip would decode the whole group (GOP) again for each of its frames.
const MAX_BYTES = 96 * 1024 * 1024;
const MIN_FRAMES = 4;
const MAX_FRAMES = 64;

/**
 * Cache of the frames just before the decoder's position, for reverse playback. Its size in bytes is limited: 32 frames
 * at 1080p.
 */
export interface BackwardCache {
  /** Adds a reference to the frame that follows the cached ones; drops the earliest frame when the cache is full. */
  push(start: number, frame: Frame): void;
  /** Returns the frame that is visible at `ticks`; null when `ticks` is before the earliest cached frame. */
  find(ticks: number): TimedFrame | null;
  clear(): void;
}

/** Creates an empty cache. It holds references to frames, not copies. */
export function createBackwardCache(): BackwardCache {
  let kept: TimedFrame[] = [];
  return {
    push(start, frame) {
      const copy = frame.clone();
      if (!copy) return;
      kept.push({ start, frame: copy });
      const bytes = Math.max(1, frame.width * frame.height * 1.5);
      const limit = Math.max(MIN_FRAMES, Math.min(MAX_FRAMES, Math.floor(MAX_BYTES / bytes)));
      while (kept.length > limit) kept.shift()?.frame.free();
    },
    find: (ticks) => kept.findLast(({ start }) => start <= ticks) ?? null,
    clear() {
      for (const { frame } of kept) frame.free();
      kept = [];
    },
  };
}
