import type { Rect } from '../graph/box.ts';

/** Texture on the device. */
export interface GpuImage {
  readonly texture: GPUTexture;
  readonly view: GPUTextureView;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/**
 * Texture that holds the part `rect` of a premultiplied image, in pixels of the processed box. Everything beyond is
 * transparent.
 */
export interface PlacedImage {
  readonly image: GpuImage;
  readonly rect: Rect;
}
