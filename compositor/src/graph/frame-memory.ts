import type { Size } from './placement.ts';

/** Three planes of a frame. Rows are `stride` bytes apart. They are valid as long as the frame's memory. */
export interface FramePlanes {
  readonly data: readonly Uint8Array[];
  readonly stride: readonly number[];
}

/**
 * Memory of the frames that the CPU backend reads and draws. `F` is the type of a frame: that of the codec library in
 * Node, and plain planes in browsers.
 */
export interface FrameMemory<F> {
  /** Allocates a frame with undefined contents: planar 4:2:0 of 8 bits, BT.709 limited range. */
  create(size: Size): OwnFrame<F>;
  createIntake(): FrameIntake<F>;
}

/** Frame that its creator may write. */
export interface OwnFrame<F> {
  readonly frame: F;
  readonly planes: FramePlanes;
  /** Copies the pixels of a frame of the same size and format. */
  copyFrom(other: F): void;
  free(): void;
}

/** Reads the pixel memory of frames, one after another. */
export interface FrameIntake<F> {
  /**
   * Returns views of the frame's planes, without copying: three planes, four with alpha, or one of RGBA. They are
   * read-only and valid until the next call.
   */
  planesOf(frame: F): FramePlanes;
  close(): void;
}
