type Target = [dst: number, dstStride: number];
type Source = [src: number, srcStride: number];
type Extent = [width: number, height: number];
/** Range of rows, [from, to). */
type Rows = [from: number, to: number];
type Place = [x: number, y: number];
type Flag = 0 | 1;
type Taps = [weights: number, taps: number, step: number];
type Wide = [wideIn: Flag, wideOut: Flag];
type Axes = [alongX: Flag, alongY: Flag];
/** Coefficients of a line function a x + b y + c. */
type Line = [a: number, b: number, c: number];
/**
 * Affine map from the result to the source: the source position (u0, v0) of the first pixel, and its changes for one
 * pixel to the right (ux, vx) and down (uy, vy).
 */
type Affine = [u0: number, v0: number, ux: number, uy: number, vx: number, vy: number];
type Row = [positions: number, count: number];
type Numerators = [u: number, v: number, w: number];
type Wedges = [count: number, start: number, turns: number, mirrorCos: number, mirrorSin: number];
/** Blur line: its slope in pixels to the right for each row, and the number of whole rows above and below the pixel. */
type Slant = [slope: number, rows: number];
type Scales = [scales: number, count: number];
type Noise = [seed: number, size: number, amount: number, roughness: number];
type Radii = [radiusX: number, radiusY: number];
type Cells = [reaches: number, firstColumn: number, firstRow: number, columns: number];
type Turn = [cos: number, sin: number];
type Planar = [
  luma: number,
  lumaStride: number,
  planeU: number,
  planeV: number,
  chromaStride: number,
  alpha: number,
  chromaAlpha: number,
];

type Table = [table: number, size: number];
type Planes = [luma: number, lumaStride: number, planeU: number, planeV: number, chromaStride: number];

/**
 * WebAssembly kernels on premultiplied RGBA. Arguments are offsets into the heap, strides in bytes and sizes in pixels.
 */
export interface RgbaKernelFunctions {
  fillRgba(...args: [...Target, ...Extent, pixel: number]): void;
  planarToRgba(...args: [...Target, ...Planar, ...Extent, ...Rows, aboveU: number, aboveV: number]): void;
  rgbaToPlanar(...args: [...Planar, ...Source, ...Extent]): void;
  blendRgba(...args: [...Target, ...Source, ...Extent, opacity: number, mode: number]): void;
  blendAtop(...args: [...Target, ...Source, ...Extent, opacity: number, mode: number]): void;
  blendExact(...args: [...Target, ...Source, ...Extent, opacity: number, mode: number, atop: Flag]): void;
  chromaKey(
    ...args: [...Target, ...Extent, keyU: number, keyV: number, similarity: number, steepness: number, spill: number]
  ): void;
  lumaKey(...args: [...Target, ...Extent, lowest: number, highest: number, steepness: number, invert: Flag]): void;
  multiplyRgba(...args: [...Target, ...Source, ...Extent, strength: number, invert: Flag]): void;
  coverOfRgba(...args: [...Target, ...Source, ...Extent, luma: Flag]): void;
  coverLines(...args: [...Target, ...Extent, ...Line, ...Line, either: Flag]): void;
  coverDisc(...args: [...Target, ...Extent, ...Place, radiusX: number, radiusY: number, width: number]): void;
  coverSlats(...args: [...Target, ...Extent, ...Line, share: number, reach: number]): void;
  moveEdgeScratchSize(...args: [...Extent, by: number]): number;
  moveEdge(...args: [...Target, ...Extent, by: number, scratch: number]): void;
  affineRgba(
    ...args: [...Target, ...Extent, ...Source, ...Extent, ...Affine, samplesX: number, samplesY: number, edge: number]
  ): void;
  shiftRgba(...args: [...Target, ...Extent, ...Source, fx: number, fy: number]): void;
  sampleRow(dst: number, count: number, positions: number, ...args: [...Source, ...Extent, edge: number]): void;
  halveRgba(...args: [...Target, ...Source, ...Extent]): void;
  takeChannel(...args: [...Target, ...Source, ...Extent, mask: number]): void;
  rampPositions(...args: [...Row, u0: number, v0: number, du: number]): void;
  lowerPositions(...args: [...Row, from: number, dv: number]): void;
  projectedPositions(...args: [...Row, ...Numerators, ...Numerators, ...Place]): void;
  lensPositions(...args: [...Row, ...Place, ...Place, amount: number, corner: number, zoom: number, ...Place]): void;
  kaleidoscopePositions(...args: [...Row, ...Place, ...Place, ...Wedges, ...Place]): void;
  zoomScratchSize(count: number): number;
  zoomRgba(
    ...args: [...Target, ...Extent, ...Source, ...Extent, ...Place, ...Place, ...Place, ...Scales, edge: number, number]
  ): void;
  scatterRgba(...args: [...Target, ...Extent, ...Source, pairs: number, count: number]): void;
  slideScratchSize(...args: [...Extent, ...Slant]): number;
  slideRgba(...args: [...Target, ...Extent, ...Source, top: number, ...Slant, end: number, scratch: number]): void;
  transposeRgba(...args: [...Target, ...Source, ...Extent]): void;
  sumRgba(...args: [...Target, ...Source, ...Extent, k1: number, k2: number, k3: number, k4: number]): void;
  noiseScratchSize(width: number): number;
  noiseRgba(...args: [...Target, ...Extent, ...Place, ...Noise, monochrome: Flag, scratch: number]): void;
  radialCover(...args: [...Target, ...Extent, ...Place, ...Radii, inner: number, outer: number]): void;
  dotReaches(
    ...args: [
      ...Cells,
      rows: number,
      size: number,
      ...Turn,
      ...Source,
      ...Extent,
      ...Place,
      ...Place,
      ...Extent,
      ...Place,
      ...Extent,
    ]
  ): void;
  dotsCover(...args: [...Target, ...Extent, ...Place, ...Line, ...Line, size: number, ...Cells]): void;
  colourCover(...args: [...Target, ...Extent, colour: number]): void;
  firScratchSize(dw: number, stepX: number, tapsX: number, tapsY: number): number;
  firRgba(
    ...args: [...Target, ...Extent, ...Source, ...Extent, ...Place, ...Taps, ...Taps, ...Wide, Flag, number]
  ): void;
  doubleScratchSize(dw: number): number;
  doubleRgba(...args: [...Target, ...Extent, ...Source, ...Place, ...Axes, wideOut: Flag, scratch: number]): void;
  matrixRgba(...args: [...Target, ...Extent, weights: number]): void;
  curvesRgba(...args: [...Target, ...Extent, curves: number]): void;
  lutRgba(...args: [...Target, ...Extent, ...Table]): void;
  wideScratchSize(width: number): number;
  wideToPlanar(
    ...args: [...Planes, ...Planes, ...Extent, tall: Flag, highest: number, weights: number, ...Table, scratch: number]
  ): void;
  recodeScratchSize(width: number): number;
  recodePlanes(...args: [...Planes, ...Planes, ...Extent, weights: number, scratch: number]): void;
}

/**
 * Names of all functions of `RgbaKernelFunctions`, against which the built kernels are checked when they are loaded.
 */
export const rgbaFunctionNames: readonly (keyof RgbaKernelFunctions)[] = [
  'fillRgba',
  'planarToRgba',
  'rgbaToPlanar',
  'blendRgba',
  'blendAtop',
  'blendExact',
  'chromaKey',
  'lumaKey',
  'multiplyRgba',
  'coverOfRgba',
  'coverLines',
  'coverDisc',
  'coverSlats',
  'moveEdgeScratchSize',
  'moveEdge',
  'affineRgba',
  'shiftRgba',
  'sampleRow',
  'halveRgba',
  'takeChannel',
  'rampPositions',
  'lowerPositions',
  'projectedPositions',
  'lensPositions',
  'kaleidoscopePositions',
  'zoomScratchSize',
  'zoomRgba',
  'scatterRgba',
  'slideScratchSize',
  'slideRgba',
  'transposeRgba',
  'sumRgba',
  'noiseScratchSize',
  'noiseRgba',
  'radialCover',
  'dotReaches',
  'dotsCover',
  'colourCover',
  'firScratchSize',
  'firRgba',
  'doubleScratchSize',
  'doubleRgba',
  'matrixRgba',
  'curvesRgba',
  'lutRgba',
  'wideScratchSize',
  'wideToPlanar',
  'recodeScratchSize',
  'recodePlanes',
];
