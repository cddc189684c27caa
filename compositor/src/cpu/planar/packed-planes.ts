import type { Kernels } from '../../kernels/kernel-module.ts';
import type { Plane, Surface } from './surface.ts';

/** The planes of a 4:2:0 surface with alpha, pixel by pixel: sampled along a turned map, they share the way to each pixel. Sizes in pixels. */
export interface PackedPlanes {
  /** Luma and its alpha, two bytes a pixel. */
  readonly luma: Plane;
  /** Both chromas and their alpha, four bytes a pixel; the last is 0. */
  readonly chroma: Plane;
  readonly block: number;
}

const strideAlignment = 16;

/** Memory in use up to which planes are packed: they are there twice then, which a film of many large stacks has no room for. */
const roomyBytes = 128 * 1024 * 1024;

/** Packs the planes of a surface. Null: it has no alpha, chroma at every pixel, or the heap holds much. Give `block` back to the heap. */
export function packPlanes({ heap, run }: Kernels, surface: Surface): PackedPlanes | null {
  const { luma, chroma, alpha, chromaFormat } = surface;
  if (!alpha || chromaFormat !== '4:2:0' || heap.usedBytes > roomyBytes) return null;
  const [u, v] = chroma;
  const lumaStride = aligned(2 * luma.width);
  const chromaStride = aligned(4 * u.width);
  const block = heap.allocate(lumaStride * luma.height + chromaStride * u.height);
  const packed = {
    luma: { ...luma, offset: block, stride: lumaStride },
    chroma: { ...u, offset: block + lumaStride * luma.height, stride: chromaStride },
    block,
  };
  run.pairPlanes(block, lumaStride, luma.offset, alpha.luma.offset, luma.stride, luma.width, luma.height);
  const { offset } = packed.chroma;
  run.triplePlanes(offset, chromaStride, u.offset, v.offset, alpha.chroma.offset, u.stride, u.width, u.height);
  return packed;
}

function aligned(bytes: number): number {
  return (bytes + strideAlignment - 1) & ~(strideAlignment - 1);
}
