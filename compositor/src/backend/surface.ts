import type { Rect } from '../graph/box.ts';
import type { Heap } from '../kernels/heap.ts';

/** 8-bit samples in the kernels' memory; rows are `stride` bytes apart. */
export interface Plane {
  readonly offset: number;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A picture in planar 4:2:0, BT.709 limited. With `alpha` (one value a luma sample, one a chroma sample) the colours
 * are multiplied by it; without, every pixel is opaque.
 */
export interface Surface {
  readonly width: number;
  readonly height: number;
  readonly luma: Plane;
  readonly chroma: readonly [u: Plane, v: Plane];
  readonly alpha: AlphaPlanes | null;
  readonly block: number;
}

export interface AlphaPlanes {
  readonly luma: Plane;
  readonly chroma: Plane;
}

/** Bytes between rows. A surface that frames are copied into has theirs, so that a plane is one copy, not a thousand. */
export interface Strides {
  readonly luma: number;
  readonly chroma: number;
}

const strideAlignment = 16;

/** Takes memory for a surface. Contents are undefined; give it back with `releaseSurface`. */
export function createSurface(
  heap: Heap,
  width: number,
  height: number,
  withAlpha: boolean,
  strides: Strides = { luma: align(width), chroma: align((width + 1) >> 1) },
): Surface {
  const chromaWidth = (width + 1) >> 1;
  const chromaHeight = (height + 1) >> 1;
  const stride = strides.luma;
  const chromaStride = strides.chroma;
  const lumaBytes = stride * height;
  const chromaBytes = chromaStride * chromaHeight;
  const block = heap.allocate((lumaBytes + chromaBytes) * (withAlpha ? 2 : 1) + chromaBytes);
  const luma = (offset: number): Plane => ({ offset, stride, width, height });
  const chroma = (offset: number): Plane => ({
    offset,
    stride: chromaStride,
    width: chromaWidth,
    height: chromaHeight,
  });
  const afterColour = block + lumaBytes + 2 * chromaBytes;
  return {
    width,
    height,
    luma: luma(block),
    chroma: [chroma(block + lumaBytes), chroma(block + lumaBytes + chromaBytes)],
    alpha: withAlpha ? { luma: luma(afterColour), chroma: chroma(afterColour + lumaBytes) } : null,
    block,
  };
}

export function releaseSurface(heap: Heap, surface: Surface): void {
  heap.release(surface.block);
}

/** Bytes that `createSurface` takes for this size, about. */
export function surfaceBytes(width: number, height: number, withAlpha: boolean): number {
  return width * height * (withAlpha ? 2.75 : 1.5);
}

/** The part of a surface inside `rect` (even x and y), in the same memory. */
export function viewOf(surface: Surface, rect: Rect): Surface {
  const luma = (plane: Plane) => planeView(plane, rect.x, rect.y, rect.width, rect.height);
  const chroma = (plane: Plane) =>
    planeView(plane, rect.x >> 1, rect.y >> 1, (rect.width + 1) >> 1, (rect.height + 1) >> 1);
  return {
    width: rect.width,
    height: rect.height,
    luma: luma(surface.luma),
    chroma: [chroma(surface.chroma[0]), chroma(surface.chroma[1])],
    alpha: surface.alpha ? { luma: luma(surface.alpha.luma), chroma: chroma(surface.alpha.chroma) } : null,
    block: surface.block,
  };
}

/** Colour planes and alpha planes side by side: what a loop over all planes of a surface needs. */
export function planePairs(surface: Surface): { colour: Plane; alpha: Plane | null }[] {
  const [u, v] = surface.chroma;
  const alphaOfChroma = surface.alpha?.chroma ?? null;
  return [
    { colour: surface.luma, alpha: surface.alpha?.luma ?? null },
    { colour: u, alpha: alphaOfChroma },
    { colour: v, alpha: alphaOfChroma },
  ];
}

/** Every plane of a surface, alpha included. */
export function allPlanes(surface: Surface): Plane[] {
  const colour = [surface.luma, ...surface.chroma];
  return surface.alpha ? [...colour, surface.alpha.luma, surface.alpha.chroma] : colour;
}

function planeView(plane: Plane, x: number, y: number, width: number, height: number): Plane {
  return { offset: plane.offset + y * plane.stride + x, stride: plane.stride, width, height };
}

function align(size: number): number {
  return (size + strideAlignment - 1) & ~(strideAlignment - 1);
}
