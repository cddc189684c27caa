import type { Frame } from 'node-av/lib';
import type { Rgb } from './colour.ts';
import type { Drawable, Texture } from './drawable.ts';
import type { Size } from './placement.ts';

/**
 * Processing stage of a frame: decoding, upload to the device, drawing, waiting for the drawn frame (`readBack`),
 * encoding.
 */
export type RenderStage = 'decode' | 'upload' | 'composite' | 'readBack' | 'encode';

/**
 * Callback at the end of a processing stage (`ended`). The listener measures the duration of the stage as the time
 * since the previous call.
 */
export type StageListener = (ended: RenderStage) => void;

/**
 * Device that draws frames: the CPU (`cpu/`) or a GPU (`gpu/`). It does not depend on documents, clips or any higher
 * layer. Not re-entrant: only one call at a time. `F` is the type of its frames, by default that of the codec library.
 */
export interface Backend<F = Frame> {
  /**
   * Creates a texture with a copy of pixels: an image, a sprite, or a frame of an HTML page. The caller must close the
   * texture.
   */
  still(pixels: RgbaPixels, version: string, detail?: StillDetail): Texture;
  /** Creates a texture that shows the frames of one video, one after another. */
  video(format: VideoFormat): VideoTexture<F>;
  /**
   * Whether textures of videos without alpha accept a decoded frame without conversion, because the device converts it.
   * Absent: only frames in the format of `VideoFormat` are accepted.
   */
  takesDecoded?(frame: F): boolean;
  /**
   * Draws `items`, bottom first, over `background`, at an even `output` size. May return before the pixels are
   * finished. When it has returned, the caller may close the textures or show other frames in them.
   */
  draw(background: Rgb, items: readonly Drawable[], output: Size): void;
  /**
   * Returns the frame of the oldest `draw` that was not taken yet: planar 4:2:0, BT.709 limited range, 8 bits. It is
   * read-only and valid until the next `draw` or `take`. It may be the frame of a source, or the same frame as in the
   * previous call. Throws when nothing was drawn. When the device is lost, throws or rejects with `interrupted`.
   */
  take(): F | Promise<F>;
  /**
   * Maximum number of frames by which `draw` may be ahead of `take`. More than `latency` + 1 draws without a `take`
   * throw. 0: each `draw` must be followed by `take`.
   */
  readonly latency: number;
  /** Frees all resources of the backend. Close its textures first. */
  close(): void;
}

/** Pixels in gamma-encoded sRGB with straight alpha, 4 bytes a pixel, rows without gaps. */
export interface RgbaPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** Whether the fourth byte is alpha. false: it is ignored and every pixel is opaque. */
  readonly hasAlpha: boolean;
}

/**
 * Options of a still image's texture that depend on the largest scale at which the image is drawn. They are part of the
 * image's `version`.
 */
export interface StillDetail {
  /**
   * Number of times that the image is reduced to half its size (box filter), because it is never drawn larger. Default
   * 0.
   */
  readonly halvings?: number;
  /**
   * Whether the image is drawn enlarged. A backend with separate chroma planes then stores chroma at full resolution.
   * Default false.
   */
  readonly fullChroma?: boolean;
}

/** Pixel format of all frames of a video texture. Pixels are 8 bits, BT.709 limited range. */
export interface VideoFormat extends Size {
  /** Whether frames have straight alpha: planar with a fourth plane, or RGBA. false: planar without alpha. */
  readonly hasAlpha: boolean;
  /** Whether planar frames are 4:4:4; false: 4:2:0. */
  readonly fullChroma: boolean;
}

/** Texture that shows the frames of a video. `F` is the type of its frames, by default that of the codec library. */
export interface VideoTexture<F = Frame> extends Texture {
  /**
   * Sets the frame that the texture shows, in the texture's format. Frames with equal `version` must be equal. The
   * frame belongs to the caller and must not change until the next `show` or `draw` has returned. `isAsDecoded`: the
   * frame is unconverted, and its tags define its colours (see `Backend.takesDecoded`).
   */
  show(frame: F, version: string, isAsDecoded?: boolean): void;
}
