import { Frame } from 'node-av/lib';
import { check } from './av-error.ts';
import { createFrame, type FramePlanes } from './frame.ts';

/**
 * Reader of the pixel memory of frames in sequence that keeps the load on the garbage collector low. The collector
 * counts each view of a frame's memory with its full size, and so spends 1.6 ms a frame of 1080p on collecting. Here
 * each view is detached when the next frame arrives, which takes 5 us a frame.
 */
export interface FrameIntake {
  /**
   * Returns the frame's own planes, not a copy. They are read-only and valid until the next call; a later access
   * throws. The frame's memory stays allocated until then.
   */
  planesOf(frame: Frame): FramePlanes;
  close(): void;
}

/** Creates an intake without a frame. The caller closes it. */
export function createFrameIntake(): FrameIntake {
  // A second reference to the frame's memory, whose views no other code uses.
  const reference = new Frame();
  reference.alloc();
  let views: readonly Uint8Array[] = [];

  function letGo(): void {
    for (const { buffer } of views) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
    views = [];
    reference.unref();
  }

  return {
    planesOf(frame) {
      letGo();
      const source = isUpsideDown(frame) ? uprightCopy(frame) : frame;
      check(reference.ref(source), 'referencing a frame');
      if (source !== frame) source.free();
      views = reference.data ?? [];
      return { data: views, stride: reference.linesize };
    },
    close() {
      letGo();
      reference.free();
    },
  };
}

/** Copies the pixels of a frame to another one of the same size and format. */
export function copyFrame(from: Frame, to: Frame): void {
  const status = to.copy(from);
  if (status < 0) throw new Error(`Copying a frame of ${from.width}x${from.height} failed (code ${status}).`);
}

/** Whether the rows are stored bottom up. A view cannot begin at the last row. */
function isUpsideDown({ linesize }: Frame): boolean {
  return linesize.some((bytes) => bytes < 0);
}

function uprightCopy(frame: Frame): Frame {
  const copy = createFrame(frame.width, frame.height, frame.format);
  copyFrame(frame, copy);
  return copy;
}
