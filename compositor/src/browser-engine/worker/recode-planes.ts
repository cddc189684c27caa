import { downloadRect, uploadRows } from '../../cpu/planar/frame-transfer.ts';
import { createSurface, releaseSurface } from '../../cpu/planar/surface.ts';
import { putLanes } from '../../kernels/heap.ts';
import { createKernels, type Kernels } from '../../kernels/kernel-module.ts';
import { type ColourCoding, recodeWeights } from '../../media/colour-coding.ts';
import { type PlanarFrame, planarFrames } from '../planar-frames.ts';

/** Converter of decoded frames to BT.709 limited range. */
export interface Recoder {
  /** Converts a planar 4:2:0 frame of 8 bits from another colour matrix or range. Returns a new frame. */
  convert(frame: PlanarFrame, coding: ColourCoding): PlanarFrame;
}

// Two frames of 4096x2304, and tables.
const heapLimitBytes = 64 * 1024 * 1024;

/** Creates a converter with the kernel that render nodes use. `module` contains the compiled kernels. */
export function createRecoder(module: WebAssembly.Module): Recoder {
  let opened: Kernels | null = null;
  return {
    convert(frame, coding) {
      opened ??= createKernels(module, heapLimitBytes);
      const { heap, run } = opened;
      const { width, height, planes } = frame;
      const made = planarFrames.create(frame);
      const [source, target] = [createSurface(heap, width, height, false), createSurface(heap, width, height, false)];
      const weights = putLanes(heap, recodeWeights(coding));
      const scratch = heap.allocate(run.recodeScratchSize(width));
      uploadRows(heap, planes, source, 0, height);
      const [to, from] = [target, source].map(({ luma, chroma: [u, v] }) => {
        return [luma.offset, luma.stride, u.offset, v.offset, u.stride] as const;
      });
      if (to && from) run.recodePlanes(...to, ...from, width, height, weights, scratch);
      downloadRect(heap, target, made.planes, { x: 0, y: 0, width, height });
      for (const block of [weights, scratch]) heap.release(block);
      for (const surface of [source, target]) releaseSurface(heap, surface);
      return made.frame;
    },
  };
}
