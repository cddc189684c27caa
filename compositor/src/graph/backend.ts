import type { Frame } from 'node-av/lib';
import type { Rgb } from './colour.ts';
import type { Drawable, Texture } from './drawable.ts';
import type { Size } from './placement.ts';

/** Stage of a frame's processing: decoding, upload to the device, drawing, waiting for the drawn frame, encoding. */
export type RenderStage = 'decode' | 'upload' | 'composite' | 'readBack' | 'encode';

/**
 * Callback at the end of a processing stage. The time since the previous call was spent in that stage; the listener
 * measures it.
 */
export type StageListener = (ended: RenderStage) => void;

/**
 * Device that turns drawables into frames: the CPU (`cpu/`) or a GPU (`gpu/`). It does not depend on documents, clips
 * or any higher layer. Not re-entrant: one call at a time.
 */
export interface Backend {
  /**
   * Creates a texture from a copy of pixels: an image, a sprite, or a frame of an HTML page. Close the texture when it
   * is no longer shown.
   */
  still(pixels: RgbaPixels, version: string, detail?: StillDetail): Texture;
  /** Creates a texture for the frames of one video, one after another. */
  video(format: VideoFormat): VideoTexture;
  /**
   * Whether textures of videos without alpha accept a frame as decoded, in any depth and colour coding, because the
   * device converts it. Absent: only frames of `VideoFormat`.
   */
  takesDecoded?(frame: Frame): boolean;
  /**
   * Draws `items`, bottom first, over `background`, at an even `output` size. May return before the pixels are
   * finished. Afterwards the caller may close the textures or show other frames in them.
   */
  draw(background: Rgb, items: readonly Drawable[], output: Size): void;
  /**
   * Returns the frame of the oldest `draw` that was not taken: planar 4:2:0, BT.709 limited, 8 bits. It is read-only
   * and valid until the next `draw` or `take`. It may be a source's own frame, or the frame of the previous call again.
   * Throws when nothing was drawn. A loss of the device rejects or throws `interrupted`.
   */
  take(): Frame | Promise<Frame>;
  /**
   * Number of frames by which `draw` may run ahead of `take`. More than `latency` + 1 draws without a `take` throw. 0:
   * `take` must follow each `draw`.
   */
  readonly latency: number;
  /** Frees all resources of the backend. Close its textures first. */
  close(): void;
}

/** Pixels in straight-alpha, gamma-encoded sRGB, 4 bytes a pixel, rows without gaps. */
export interface RgbaPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** Whether the fourth byte is alpha. false: every pixel is opaque, whatever its fourth byte. */
  readonly hasAlpha: boolean;
}

/**
 * Properties of a still image's texture that follow from the largest scale at which the image is drawn. The image's
 * `version` includes them.
 */
export interface StillDetail {
  /** Number of times that the texture is halved (box filter), because it is never drawn larger. Default 0. */
  readonly halvings?: number;
  /**
   * Whether the image is enlarged, so that a backend with separate chroma planes stores chroma at full resolution.
   * Default false.
   */
  readonly fullChroma?: boolean;
}

/** Pixel format that all frames of a video texture share. Pixels are 8 bits, BT.709 limited. */
export interface VideoFormat extends Size {
  /** Whether frames have straight alpha: planar with a fourth plane, or RGBA. false: planar without alpha. */
  readonly hasAlpha: boolean;
  /** Whether planar frames are 4:4:4; false: 4:2:0. */
  readonly fullChroma: boolean;
}

/** Texture that shows the frames of a video. */
export interface VideoTexture extends Texture {
  /**
   * Sets the frame that the texture shows, in the texture's format. Equal versions must be equal frames. The frame
   * belongs to the caller and must not change until the next `show` or `draw` has returned. `isAsDecoded`: the frame is
   * unconverted and its tags define its colours, see `Backend.takesDecoded`.
   */
  show(frame: Frame, version: string, isAsDecoded?: boolean): void;
}
