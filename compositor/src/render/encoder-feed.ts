import { Frame } from 'node-av/lib';
import type { Backend } from '../graph/backend.ts';
import { check } from '../media/av-error.ts';
import type { SegmentEncoder } from '../media/encode/segment-encoder.ts';

/**
 * Feed of frames to an encoder. Each frame is encoded before the next one is drawn or, while a core is free,
 * concurrently. The bytes are the same.
 */
export interface EncoderFeed {
  /** Waits until the previous frame is encoded; undefined when it already is. Rejects with the error of encoding. */
  settle(): Promise<void> | undefined;
  /** Encodes the next frame, after `settle`. The caller may overwrite the frame and its memory on return. */
  write(frame: Frame): void;
  /**
   * Waits for pending encoding, successful or not, and frees the memory. Call it before the encoder is ended. Never
   * throws.
   */
  close(): Promise<void>;
}

/** Creates a feed. `hasRoom` returns whether a core is free for a second thread; it is called for each frame. */
export function createEncoderFeed(encoder: SegmentEncoder, hasRoom: () => boolean): EncoderFeed {
  let spare: Frame | null = null;
  let pending: Promise<void> | null = null;

  return {
    settle() {
      const given = pending;
      pending = null;
      return given ?? undefined;
    },
    write(frame) {
      if (!hasRoom()) return encoder.write(frame);
      spare ??= allocated();
      spare.unref();
      check(spare.ref(frame), 'referencing a frame for the encoder');
      // The next frame is drawn into the same memory, so this copies pixels and properties.
      check(spare.makeWritable(), 'copying a frame for the encoder');
      pending = encoder.writeAside(spare);
      // The caller of `settle` receives the error.
      pending.catch(() => undefined);
    },
    async close() {
      await pending?.catch(() => undefined);
      pending = null;
      spare?.free();
      spare = null;
    },
  };
}

function allocated(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}

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
