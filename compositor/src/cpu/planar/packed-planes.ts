import type { Kernels } from '../../kernels/kernel-module.ts';
import type { Plane, Surface } from './surface.ts';

/**
 * Planes of a 4:2:0 surface with alpha, interleaved by pixel. Sampling a rotated image then computes each position only
 * once. Sizes are in pixels.
 */
export interface PackedPlanes {
  /** Plane of luma and its alpha, two bytes a pixel. */
  readonly luma: Plane;
  /** Plane of both chroma values and their alpha, four bytes a pixel; the last byte is 0. */
  readonly chroma: Plane;
  /** Tiles of uniform colour, as the kernel `flatTiles` computes them. */
  readonly flatLuma: FlatTiles;
  readonly flatChroma: FlatTiles;
  readonly block: number;
  /** Size of the packed pixels in bytes, from offset `block` on. */
  readonly bytes: number;
}

/** Table of tiles in WebAssembly memory, four bytes a tile. Its rows are `stride` bytes apart. */
interface FlatTiles {
  readonly offset: number;
  readonly stride: number;
}

const strideAlignment = 16;
/** Side of a tile in pixels, as in the kernels. */
const tile = 8;

/**
 * Amount of used WebAssembly memory, in bytes, above which planes are not packed. Packing doubles the memory of a
 * surface, which is too much for a video with many large effect stacks.
 */
const roomyBytes = 128 * 1024 * 1024;

/**
 * Packs the planes of a surface. Returns null when the surface has no alpha or is 4:4:4, or when too much memory is in
 * use. The caller must release `block`.
 */
export function packPlanes({ heap, run }: Kernels, surface: Surface): PackedPlanes | null {
  const { luma, chroma, alpha, chromaFormat } = surface;
  if (!alpha || chromaFormat !== '4:2:0' || heap.usedBytes > roomyBytes) return null;
  const [u, v] = chroma;
  const lumaStride = aligned(2 * luma.width);
  const chromaStride = aligned(4 * u.width);
  const chromaAt = lumaStride * luma.height;
  const tilesAt = chromaAt + chromaStride * u.height;
  const tilesOfLuma = tileStride(luma.width) * tilesOf(luma.height);
  const block = heap.allocate(tilesAt + tilesOfLuma + tileStride(u.width) * tilesOf(u.height));
  const packed = {
    luma: { ...luma, offset: block, stride: lumaStride },
    chroma: { ...u, offset: block + chromaAt, stride: chromaStride },
    flatLuma: { offset: block + tilesAt, stride: tileStride(luma.width) },
    flatChroma: { offset: block + tilesAt + tilesOfLuma, stride: tileStride(u.width) },
    block,
    bytes: tilesAt,
  };
  run.pairPlanes(block, lumaStride, luma.offset, alpha.luma.offset, luma.stride, luma.width, luma.height);
  const { offset } = packed.chroma;
  run.triplePlanes(offset, chromaStride, u.offset, v.offset, alpha.chroma.offset, u.stride, u.width, u.height);
  markFlat(run, packed.flatLuma, packed.luma, 2);
  markFlat(run, packed.flatChroma, packed.chroma, 4);
  return packed;
}

function markFlat(run: Kernels['run'], flat: FlatTiles, plane: Plane, pixelBytes: number): void {
  const { offset, stride, width, height } = plane;
  run.flatTiles(flat.offset, flat.stride, offset, stride, pixelBytes, width, height);
}

function tileStride(width: number): number {
  return 4 * tilesOf(width);
}

function tilesOf(side: number): number {
  return Math.ceil(side / tile);
}

function aligned(bytes: number): number {
  return (bytes + strideAlignment - 1) & ~(strideAlignment - 1);
}
