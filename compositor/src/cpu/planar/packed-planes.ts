import type { Kernels } from '../../kernels/kernel-module.ts';
import type { Plane, Surface } from './surface.ts';

/** The planes of a 4:2:0 surface with alpha, pixel by pixel: sampled along a turned map, they share the way to each pixel. Sizes in pixels. */
export interface PackedPlanes {
  /** Luma and its alpha, two bytes a pixel. */
  readonly luma: Plane;
  /** Both chromas and their alpha, four bytes a pixel; the last is 0. */
  readonly chroma: Plane;
  /** Where both are the same all around, as `flatTiles` makes them. */
  readonly flatLuma: FlatTiles;
  readonly flatChroma: FlatTiles;
  readonly block: number;
  /** Of the pixels, from `block` on. */
  readonly bytes: number;
}

/** Four bytes a tile in the kernels' memory; rows are `stride` bytes apart. */
interface FlatTiles {
  readonly offset: number;
  readonly stride: number;
}

const strideAlignment = 16;
/** Pixels a side, as the kernels have it. */
const tile = 8;

/** Memory in use up to which planes are packed: they are there twice then, which a film of many large stacks has no room for. */
const roomyBytes = 128 * 1024 * 1024;

/** Packs the planes of a surface. Null: it has no alpha, chroma at every pixel, or the heap holds much. Give `block` back to the heap. */
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
