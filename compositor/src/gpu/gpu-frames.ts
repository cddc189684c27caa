import type { VideoFormat } from '../graph/backend.ts';
import type { FrameMemory } from '../graph/frame-memory.ts';
import type { PlaneMeaning } from './source-planes.ts';

/** Frames that the GPU backend reads and draws. `F` is the type of a frame, as in `FrameMemory`. */
export interface GpuFrames<F> extends FrameMemory<F> {
  /** Returns a reference that keeps the pixels of a frame until `free` is called. */
  hold(frame: F): { readonly frame: F; free(): void };
  /** Whether the GPU can convert a frame that is still in the pixel format of the decoder. */
  takesDecoded(frame: F): boolean;
  /**
   * Returns how the GPU samples a frame that is still in the pixel format of the decoder; null for frames that must be
   * converted first.
   */
  decodedMeaning(frame: F, format: VideoFormat): PlaneMeaning | null;
  /** Whether a decoded frame needs no conversion: planar 4:2:0 of 8 bits, BT.709 limited range. */
  isOutputFrame(frame: F): boolean;
}
