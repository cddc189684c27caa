import { Frame } from 'node-av/lib';
import type { Backend } from '../graph/backend.ts';
import { check } from '../media/av-error.ts';
import type { SegmentEncoder } from '../media/encode/segment-encoder.ts';

/**
 * Passes frames to an encoder. A frame is encoded before the next one is drawn or, if a core is free, while the next
 * one is drawn. The encoded bytes are the same in both cases.
 */
export interface EncoderFeed {
  /** Waits until the previous frame is encoded; undefined when it already is. Rejects with the encoder's error. */
  settle(): Promise<void> | undefined;
  /** Encodes the next frame. Call `settle` before. The caller may reuse the frame and its memory when this returns. */
  write(frame: Frame): void;
  /**
   * Waits until pending encoding succeeds or fails, and frees the memory. Call it before the encoder is closed. Never
   * throws.
   */
  close(): Promise<void>;
}

/** Creates a feed. `hasRoom` is called for each frame and returns whether a core is free for a second thread. */
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

/**
 * Queue of frames that a backend draws before they are needed, as many as the backend's latency allows. Frames are
 * taken in order.
 */
export interface FramesInFlight {
  /** Starts drawing frames until the backend has as many in progress as it may. */
  fill(): void;
  /** Returns the next frame, read-only and valid until the next call. Synchronous for backends without latency. */
  take(): Frame | Promise<Frame>;
  /** Waits for all frames in progress and discards them, so that the backend is free for other work. Never throws. */
  drop(): Promise<void>;
}

/**
 * Creates the queue of `count` frames. `draw` draws the frame of an index in [0, count). It is called once for each, in
 * order.
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
