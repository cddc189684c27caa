import { Frame } from 'node-av/lib';
import { check } from '../media/av-error.ts';
import type { SegmentEncoder } from '../media/encode/segment-encoder.ts';

/** Hands frames to an encoder: each is encoded before the next one is drawn or, while there is room, beside it. The bytes are the same. */
export interface EncoderFeed {
  /** Waits until the encoder has what it was given before. At once when it has. Throws what encoding threw. */
  settle(): Promise<void> | undefined;
  /** Encodes the next frame, after `settle`. The frame is the caller's again on return, and its memory too. */
  write(frame: Frame): void;
  /** Waits for what is under way, whatever comes of it, and gives the memory back. Before the encoder is ended. Never throws. */
  close(): Promise<void>;
}

/** `hasRoom`: whether a core is free for a second thread, asked at each frame. */
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
      check(spare.ref(frame), 'keeping a frame for the encoder');
      // The next one is drawn into the same memory: this copies it, with all that the frame says.
      check(spare.makeWritable(), 'copying a frame for the encoder');
      pending = encoder.writeAside(spare);
      // Whoever settles hears of it.
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
