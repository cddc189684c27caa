/** Pixels on a device. */
export interface Texture {
  /** Version of the pixels: equal versions have equal pixels, and it changes with every new image. */
  readonly version: string;
  /** Stored width in pixels, after halvings. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Approximate memory in bytes, without reduced copies for sampling. */
  readonly bytes: number;
  /** Frees the memory. The texture must not be drawn afterwards. */
  close(): void;
}
