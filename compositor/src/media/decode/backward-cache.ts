import type { Frame } from 'node-av/lib';

/** A decoded picture and where it starts, in ticks. */
export interface TimedFrame {
  readonly start: number;
  readonly frame: Frame;
}

// Decoding a group of pictures again for each picture would make reversed clips slower than the group is long.
const MAX_BYTES = 96 * 1024 * 1024;
const MIN_FRAMES = 4;
const MAX_FRAMES = 64;

/** The pictures just before the one that the decoder is at, for playing backwards. Bounded by bytes: 32 pictures at 1080p. */
export interface BackwardCache {
  /** Keeps a reference to the picture that comes right after the ones kept so far; drops the earliest when full. */
  push(start: number, frame: Frame): void;
  /** The picture on show at `ticks`, null when that is before the earliest one kept. */
  find(ticks: number): TimedFrame | null;
  clear(): void;
}

/** A cache without frames. They are kept as references, not as copies. */
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
