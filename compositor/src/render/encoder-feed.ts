import { Frame } from 'node-av/lib';
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
