import type { Frame } from 'node-av/lib';
import type { Backend } from '../backend.ts';

/** Frames on their way through a backend: drawn as far ahead as it may be, taken in order. */
export interface FramesInFlight {
  /** Draws as many frames as the backend may have in flight. */
  fill(): void;
  /** The next frame, read only, valid until the next call. At once for backends without latency. */
  take(): Frame | Promise<Frame>;
  /** Takes what is still in flight and forgets it, so that the backend is free for something else. Never throws. */
  drop(): Promise<void>;
}

/** `draw` draws the frame of an index in [0, count); it is called in order, once each. */
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
