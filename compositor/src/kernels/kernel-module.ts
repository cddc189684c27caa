import { createHeap, type Heap } from './heap.ts';
import { type RgbaKernelFunctions, rgbaFunctionNames } from './rgba-functions.ts';

/**
 * Arguments, after the destination address, of kernels that sample along an affine map: stride and size of the
 * destination, the source, the map, and the width of the band in which edges are repeated.
 */
type Turned = [
  dstStride: number,
  dw: number,
  dh: number,
  src: number,
  srcStride: number,
  sw: number,
  sh: number,
  ...map: [u0: number, v0: number, ux: number, uy: number, vx: number, vy: number],
  band: number,
];

/**
 * Further arguments of these kernels: the first destination row to compute, and the table that `flatTiles` wrote for
 * the source, with its stride (both 0 without a table).
 */
type Packed = [firstRow: number, tiles: number, tileStride: number];

/**
 * Functions of the compiled WebAssembly kernels. Arguments are offsets into the heap, strides in bytes and sizes in
 * pixels; the sources in `kernels/` describe each function.
 */
export interface KernelFunctions extends RgbaKernelFunctions {
  copyRect(dst: number, dstStride: number, src: number, srcStride: number, w: number, h: number): void;
  fillRect(dst: number, dstStride: number, w: number, h: number, value: number): void;
  maxRect(src: number, srcStride: number, w: number, h: number): number;
  mixRect(
    dst: number,
    dstStride: number,
    a: number,
    aStride: number,
    b: number,
    bStride: number,
    w: number,
    h: number,
    weight: number,
  ): void;
  blendPremultiplied(
    dst: number,
    dstStride: number,
    colour: number,
    alpha: number,
    stride: number,
    w: number,
    h: number,
    opacity: number,
  ): void;
  blendStraight(
    dst: number,
    dstStride: number,
    colour: number,
    colourStride: number,
    alpha: number,
    alphaStride: number,
    w: number,
    h: number,
    opacity: number,
  ): void;
  multiplyRect(
    dst: number,
    dstStride: number,
    src: number,
    srcStride: number,
    alpha: number,
    alphaStride: number,
    w: number,
    h: number,
    opacity: number,
  ): void;
  halvePlane(dst: number, dstStride: number, src: number, srcStride: number, sw: number, sh: number): void;
  scaleScratchSize(dw: number, sw: number): number;
  scalePlane(
    dst: number,
    dstStride: number,
    dw: number,
    dh: number,
    src: number,
    srcStride: number,
    sw: number,
    sh: number,
    x0: number,
    stepX: number,
    y0: number,
    stepY: number,
    scratch: number,
  ): void;
  affinePlane(
    dst: number,
    dstStride: number,
    dw: number,
    dh: number,
    src: number,
    srcStride: number,
    sw: number,
    sh: number,
    u0: number,
    v0: number,
    ux: number,
    uy: number,
    vx: number,
    vy: number,
    band: number,
  ): void;
  affinePair(...args: [dst0: number, dst1: number, ...Turned, ...Packed]): void;
  affineTriple(...args: [dst0: number, dst1: number, dst2: number, ...Turned, ...Packed]): void;
  readAhead(src: number, bytes: number): number;
  flatTiles(
    tiles: number,
    tileStride: number,
    src: number,
    srcStride: number,
    size: number,
    w: number,
    h: number,
  ): void;
  pairPlanes(dst: number, dstStride: number, a: number, b: number, stride: number, w: number, h: number): void;
  triplePlanes(
    dst: number,
    dstStride: number,
    a: number,
    b: number,
    c: number,
    stride: number,
    w: number,
    h: number,
  ): void;
  coverRect(
    dst: number,
    stride: number,
    w: number,
    h: number,
    px: number,
    py: number,
    pxx: number,
    pxy: number,
    pyx: number,
    pyy: number,
    hx: number,
    hy: number,
    rx: number,
    ry: number,
  ): void;
  chromaAlpha(dst: number, dstStride: number, src: number, srcStride: number, w: number, h: number): void;
  rgbaToLuma(luma: number, stride: number, alpha: number, rgba: number, w: number, h: number): void;
  rgbaToChroma(planeU: number, planeV: number, stride: number, alpha: number, rgba: number, w: number, h: number): void;
  rgbaToFullChroma(
    planeU: number,
    planeV: number,
    stride: number,
    multiply: number,
    rgba: number,
    w: number,
    h: number,
  ): void;
  yuvToRgba(
    rgba: number,
    luma: number,
    lumaStride: number,
    planeU: number,
    planeV: number,
    chromaStride: number,
    w: number,
    h: number,
  ): void;
}

/** Compiled WebAssembly kernels and the memory that they access. */
export interface Kernels {
  readonly run: KernelFunctions;
  readonly heap: Heap;
}

/**
 * Creates an instance of the compiled kernels with a new heap of at most `limitBytes`. Throws when the module lacks a
 * function.
 */
export function createKernels(module: WebAssembly.Module, limitBytes: number): Kernels {
  const heap = createHeap(limitBytes);
  const instance = new WebAssembly.Instance(module, { env: { memory: heap.memory, abort: onAbort } });
  return { run: parseExports(instance.exports), heap };
}

const functionNames: (keyof KernelFunctions)[] = [
  'copyRect',
  'fillRect',
  'maxRect',
  'mixRect',
  'blendPremultiplied',
  'blendStraight',
  'multiplyRect',
  'halvePlane',
  'scaleScratchSize',
  'scalePlane',
  'affinePlane',
  'affinePair',
  'affineTriple',
  'flatTiles',
  'readAhead',
  'pairPlanes',
  'triplePlanes',
  'coverRect',
  'chromaAlpha',
  'rgbaToLuma',
  'rgbaToChroma',
  'rgbaToFullChroma',
  'yuvToRgba',
  ...rgbaFunctionNames,
];

function parseExports(exports: WebAssembly.Exports): KernelFunctions {
  for (const name of functionNames) {
    if (typeof exports[name] !== 'function') {
      throw new Error(`The built kernels have no function "${name}". Run "node compositor/kernels/build.mjs".`);
    }
  }
  return exports as unknown as KernelFunctions;
}

function onAbort(): never {
  throw new Error('A kernel aborted because it was called with invalid sizes.');
}
