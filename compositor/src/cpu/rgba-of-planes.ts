import type { FramePlanes } from '../graph/frame-memory.ts';
import type { Size } from '../graph/placement.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import { stridesOf, uploadRows } from './planar/frame-transfer.ts';
import { createSurface, releaseSurface } from './planar/surface.ts';

/** Converts planar 4:2:0 of 8 bits, BT.709 limited range, to opaque sRGB RGBA with rows without gaps. */
export function rgbaOfPlanes(kernels: Kernels, planes: FramePlanes, { width, height }: Size): Uint8Array<ArrayBuffer> {
  const { heap, run } = kernels;
  const surface = createSurface(heap, width, height, false, { strides: stridesOf(planes) });
  uploadRows(heap, planes, surface, 0, height);
  const rgba = heap.allocate(width * height * 4);
  const { luma, chroma } = surface;
  const [u, v] = chroma;
  run.yuvToRgba(rgba, luma.offset, luma.stride, u.offset, v.offset, u.stride, width, height);
  const pixels = heap.bytes.slice(rgba, rgba + width * height * 4);
  heap.release(rgba);
  releaseSurface(heap, surface);
  return pixels;
}
