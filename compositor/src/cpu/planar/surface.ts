import type { Rect } from '../../graph/box.ts';
import type { Heap } from '../../kernels/heap.ts';

/** Plane of 8-bit samples in WebAssembly memory; rows are `stride` bytes apart. */
export interface Plane {
  readonly offset: number;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Image in planar 4:2:0 or 4:4:4, BT.709 limited range. With `alpha` (one value for each luma and each chroma sample)
 * the colours are premultiplied. Without it every pixel is opaque.
 */
export interface Surface {
  readonly width: number;
  readonly height: number;
  readonly chromaFormat: ChromaFormat;
  readonly luma: Plane;
  readonly chroma: readonly [u: Plane, v: Plane];
  readonly alpha: AlphaPlanes | null;
  readonly block: number;
}

/**
 * Chroma subsampling. `4:4:4`, with a chroma sample for each pixel, is used for sources that are enlarged. All draw
 * targets are `4:2:0`.
 */
export type ChromaFormat = '4:2:0' | '4:4:4';

/** Alpha at luma and at chroma resolution. In 4:4:4 both are the same plane. */
export interface AlphaPlanes {
  readonly luma: Plane;
  readonly chroma: Plane;
}

/**
 * Distance between the rows of each plane, in bytes. If a surface has the strides of a frame, each plane is copied with
 * one call instead of one call for each row.
 */
export interface Strides {
  readonly luma: number;
  readonly chroma: number;
}

const strideAlignment = 16;

/** Memory layout of a surface's planes. */
export interface SurfaceOptions {
  /** Distance between rows in bytes. Default: the width, rounded up to 16 bytes. */
  readonly strides?: Strides | undefined;
  /** Chroma subsampling. Default: 4:2:0. */
  readonly chromaFormat?: ChromaFormat;
}

/** Allocates a surface with undefined contents. Release it with `releaseSurface`. */
export function createSurface(
  heap: Heap,
  width: number,
  height: number,
  withAlpha: boolean,
  { strides, chromaFormat = '4:2:0' }: SurfaceOptions = {},
): Surface {
  const isHalved = chromaFormat === '4:2:0';
  const [chromaWidth, chromaHeight] = isHalved ? [(width + 1) >> 1, (height + 1) >> 1] : [width, height];
  const stride = strides?.luma ?? align(width);
  const chromaStride = strides?.chroma ?? align(chromaWidth);
  const lumaBytes = stride * height;
  const chromaBytes = chromaStride * chromaHeight;
  const alphaBytes = withAlpha ? lumaBytes + (isHalved ? chromaBytes : 0) : 0;
  const block = heap.allocate(lumaBytes + 2 * chromaBytes + alphaBytes);
  const luma = (offset: number): Plane => ({ offset, stride, width, height });
  const chroma = (offset: number): Plane => ({
    offset,
    stride: chromaStride,
    width: chromaWidth,
    height: chromaHeight,
  });
  const afterColour = block + lumaBytes + 2 * chromaBytes;
  const alphaOfLuma = luma(afterColour);
  const alpha = { luma: alphaOfLuma, chroma: isHalved ? chroma(afterColour + lumaBytes) : alphaOfLuma };
  return {
    width,
    height,
    chromaFormat,
    luma: luma(block),
    chroma: [chroma(block + lumaBytes), chroma(block + lumaBytes + chromaBytes)],
    alpha: withAlpha ? alpha : null,
    block,
  };
}

/** Releases the memory of a surface, which all of its views share. */
export function releaseSurface(heap: Heap, surface: Surface): void {
  heap.release(surface.block);
}

/** Estimates the number of bytes that `createSurface` allocates for a size. */
export function surfaceBytes(width: number, height: number, withAlpha: boolean, chromaFormat: ChromaFormat): number {
  const [opaque, translucent] = chromaFormat === '4:2:0' ? [1.5, 2.75] : [3, 4];
  return width * height * (withAlpha ? translucent : opaque);
}

/** Returns a view of the part of a surface inside `rect`, whose x and y must be even. It uses the same memory. */
export function viewOf(surface: Surface, rect: Rect): Surface {
  const { chromaFormat, alpha, block } = surface;
  const luma = (plane: Plane) => planeView(plane, rect.x, rect.y, rect.width, rect.height);
  const halved = (plane: Plane) =>
    planeView(plane, rect.x >> 1, rect.y >> 1, (rect.width + 1) >> 1, (rect.height + 1) >> 1);
  const chroma = chromaFormat === '4:2:0' ? halved : luma;
  return {
    width: rect.width,
    height: rect.height,
    chromaFormat,
    luma: luma(surface.luma),
    chroma: [chroma(surface.chroma[0]), chroma(surface.chroma[1])],
    alpha: alpha ? { luma: luma(alpha.luma), chroma: chroma(alpha.chroma) } : null,
    block,
  };
}

/** Returns each colour plane together with its alpha plane. Both chroma planes have the same alpha plane. */
export function planePairs(surface: Surface): { colour: Plane; alpha: Plane | null }[] {
  const [u, v] = surface.chroma;
  const alphaOfChroma = surface.alpha?.chroma ?? null;
  return [
    { colour: surface.luma, alpha: surface.alpha?.luma ?? null },
    { colour: u, alpha: alphaOfChroma },
    { colour: v, alpha: alphaOfChroma },
  ];
}

/** Returns every plane of a surface once, alpha included. */
export function allPlanes({ luma, chroma, alpha, chromaFormat }: Surface): Plane[] {
  const colour = [luma, ...chroma];
  if (!alpha) return colour;
  return chromaFormat === '4:2:0' ? [...colour, alpha.luma, alpha.chroma] : [...colour, alpha.luma];
}

function planeView(plane: Plane, x: number, y: number, width: number, height: number): Plane {
  return { offset: plane.offset + y * plane.stride + x, stride: plane.stride, width, height };
}

function align(size: number): number {
  return (size + strideAlignment - 1) & ~(strideAlignment - 1);
}
