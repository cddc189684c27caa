import type { Frame } from 'node-av/lib';
import type { Rgb } from './colour.ts';
import type { Drawable, Texture } from './drawable.ts';
import type { Size } from './placement.ts';

/** Stage of a frame's processing: decoding, upload to the device, drawing, waiting for the frame, encoding. */
export type RenderStage = 'decode' | 'upload' | 'composite' | 'readBack' | 'encode';

/** Callback at the end of a stage: the time since the last call was spent in it. The listener measures the time. */
export type StageListener = (ended: RenderStage) => void;

/**
 * Device that turns drawables into frames: the CPU (`cpu/`) or a GPU (`gpu/`). It does not depend on documents, clips
 * or any higher layer. Not re-entrant: one call at a time.
 */
export interface Backend {
  /**
   * Creates a texture from a copy of pixels: an image, a sprite, a frame of a page. Close the texture when it is no
   * longer shown.
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
   * Returns the frame of the oldest `draw` that was not taken: planar 4:2:0, BT.709 limited, 8 bits. It is read-only,
   * valid until the next `draw` or `take`, and may be a source's own frame or the previous one again. Throws when
   * nothing was drawn. A loss of the device rejects or throws `interrupted`.
   */
  take(): Frame | Promise<Frame>;
  /**
   * Number of frames by which `draw` may run ahead of `take`. More than `latency` + 1 draws without a `take` throw. 0:
   * each draw must be taken at once.
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

/** Largest scale at which a still image is drawn. The image's `version` includes it. */
export interface StillDetail {
  /** Number of times that the texture is halved (box filter), since it is never drawn larger. Default 0. */
  readonly halvings?: number;
  /**
   * Whether the image is enlarged, so that a backend with separate chroma keeps it at full resolution. Default false.
   */
  readonly fullChroma?: boolean;
}

/** Common format of all frames of a video. Pixels are 8 bits, BT.709 limited. */
export interface VideoFormat extends Size {
  /** Whether frames have straight alpha: planar with a fourth plane, or RGBA. false: planar without alpha. */
  readonly hasAlpha: boolean;
  /** Whether planar frames are 4:4:4. false: 4:2:0. */
  readonly fullChroma: boolean;
}

/** Texture that shows the frames of a video. */
export interface VideoTexture extends Texture {
  /**
   * Sets the frame to sample, in the texture's format. Equal versions are equal frames. The frame belongs to the caller
   * and must not change until the next `show` or `draw` has returned. `isAsDecoded`: the frame is unconverted and its
   * tags define its colours, see `Backend.takesDecoded`.
   */
  show(frame: Frame, version: string, isAsDecoded?: boolean): void;
}
