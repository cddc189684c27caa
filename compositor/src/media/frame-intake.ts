import { Frame } from 'node-av/lib';
import type { FrameIntake, FrameMemory } from '../graph/frame-memory.ts';
import { check } from './av-error.ts';
import { createFrame, framePlanes } from './frame.ts';

/** Frames of the codec library. */
export const codecFrames: FrameMemory<Frame> = {
  create({ width, height }) {
    const frame = createFrame(width, height);
    const planes = framePlanes(frame);
    return { frame, planes, copyFrom: (other) => copyFrame(other, frame), free: () => frame.free() };
  },
  createIntake: createFrameIntake,
};

/**
 * Creates a reader of the pixel memory of frames with little load on the garbage collector. The collector counts each
 * view of a frame's memory with its full size, and would spend 1.6 ms a frame at 1080p. This reader detaches each view
 * when the next frame arrives, which takes 5 us a frame. Accessing the views later throws. The frame's memory stays
 * allocated until then. The caller must close the reader.
 */
export function createFrameIntake(): FrameIntake<Frame> {
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

/** Whether the rows are stored bottom up. A view of the memory cannot begin at the last row. */
function isUpsideDown({ linesize }: Frame): boolean {
  return linesize.some((bytes) => bytes < 0);
}

function uprightCopy(frame: Frame): Frame {
  const copy = createFrame(frame.width, frame.height, frame.format);
  copyFrame(frame, copy);
  return copy;
}
