import type { Rect } from '../graph/box.ts';

/** A texture of the device. */
export interface GpuImage {
  readonly texture: GPUTexture;
  readonly view: GPUTextureView;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/** A texture as the part `rect` of a premultiplied picture, in pixels of the box worked on; beyond it is transparent. */
export interface PlacedImage {
  readonly image: GpuImage;
  readonly rect: Rect;
}
