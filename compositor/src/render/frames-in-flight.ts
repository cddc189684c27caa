import type { Frame } from 'node-av/lib';
import type { Backend } from '../backend.ts';

/** Frames in progress in a backend: drawn ahead as far as its latency allows, taken in order. */
export interface FramesInFlight {
  /** Draws as many frames as the backend may have in flight. */
  fill(): void;
  /** Returns the next frame, read-only and valid until the next call. Synchronous for backends without latency. */
  take(): Frame | Promise<Frame>;
  /** Takes and discards all frames in flight, so that the backend is free for other work. Never throws. */
  drop(): Promise<void>;
}

/**
 * Creates the queue of `count` frames. `draw` draws the frame of an index in [0, count); it is called in order, once
 * for each.
 */
export function framesInFlight(backend: Backend, count: number, draw: (index: number) => void): FramesInFlight {
  let drawn = 0;
  let taken = 0;
  return {
    fill() {
      while (drawn < count && drawn - taken <= backend.latency) {
        draw(drawn);
        drawn += 1;
      }
    },
    take() {
      taken += 1;
      return backend.take();
    },
    async drop() {
      while (taken < drawn) {
        try {
          await this.take();
        } catch {
          // The error that ended the segment is the one to report.
        }
      }
    },
  };
}
