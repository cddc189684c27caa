type Target = [dst: number, dstStride: number];
type Source = [src: number, srcStride: number];
type Extent = [width: number, height: number];
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
  lutRgba(...args: [...Target, ...Extent, table: number, size: number]): void;
}

export const rgbaFunctionNames: readonly (keyof RgbaKernelFunctions)[] = [
  'fillRgba',
  'planarToRgba',
  'rgbaToPlanar',
  'blendRgba',
  'blendExact',
  'lutRgba',
];
