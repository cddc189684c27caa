type Target = [dst: number, dstStride: number];
type Source = [src: number, srcStride: number];
type Extent = [width: number, height: number];
type Place = [x: number, y: number];
type Flag = 0 | 1;
type Taps = [weights: number, taps: number, step: number];
type Wide = [wideIn: Flag, wideOut: Flag];
type Axes = [alongX: Flag, alongY: Flag];
type Planar = [
  luma: number,
  lumaStride: number,
  planeU: number,
  planeV: number,
  chromaStride: number,
  alpha: number,
  chromaAlpha: number,
];

/** Kernels on premultiplied RGBA: offsets into the heap, strides in bytes, sizes in pixels. */
export interface RgbaKernelFunctions {
  fillRgba(...args: [...Target, ...Extent, pixel: number]): void;
  planarToRgba(...args: [...Target, ...Planar, ...Extent]): void;
  rgbaToPlanar(...args: [...Planar, ...Source, ...Extent]): void;
  blendRgba(...args: [...Target, ...Source, ...Extent, opacity: number, mode: number]): void;
  blendExact(...args: [...Target, ...Source, ...Extent, opacity: number, mode: number]): void;
  firScratchSize(dw: number, stepX: number, tapsX: number, tapsY: number): number;
  firRgba(
    ...args: [...Target, ...Extent, ...Source, ...Extent, ...Place, ...Taps, ...Taps, ...Wide, Flag, number]
  ): void;
  doubleScratchSize(dw: number): number;
  doubleRgba(...args: [...Target, ...Extent, ...Source, ...Place, ...Axes, wideOut: Flag, scratch: number]): void;
  lutRgba(...args: [...Target, ...Extent, table: number, size: number]): void;
}

export const rgbaFunctionNames: readonly (keyof RgbaKernelFunctions)[] = [
  'fillRgba',
  'planarToRgba',
  'rgbaToPlanar',
  'blendRgba',
  'blendExact',
  'firScratchSize',
  'firRgba',
  'doubleScratchSize',
  'doubleRgba',
  'lutRgba',
];
