import type { Frame } from 'node-av/lib';
import type { Drawable } from './drawable.ts';
import type { Rgb } from './graph/colour.ts';
import type { Size } from './graph/placement.ts';
import type { Texture } from './texture.ts';

/**
 * One device that turns drawables into frames: the processor (`cpu/`) or a graphics card (`gpu/`). It knows nothing of documents and
 * clips, and calls nothing above it. Not re-entrant: one call at a time.
 */
export interface Backend {
  /** Takes pixels over (they are copied): an image, a sprite, a frame of a page. Close the texture when nothing shows it any more. */
  still(pixels: RgbaPixels, version: string, detail?: StillDetail): Texture;
  /** A texture for the frames of one video, one after another. */
  video(format: VideoFormat): VideoTexture;
  /** Whether textures of videos without alpha take a frame as it was decoded, whatever its depth and colours: the device converts it. Absent: none but those of `VideoFormat`. */
  takesDecoded?(frame: Frame): boolean;
  /**
   * Draws `items`, bottom first, over `background`, at an even `output` size. May return before the pixels are there. Textures
   * that it was given may be closed, and shown another frame, as soon as it has returned.
   */
  draw(background: Rgb, items: readonly Drawable[], output: Size): void;
  /**
   * The frame of the oldest `draw` not yet taken: planar 4:2:0, BT.709 limited, 8 bits. Read only, valid until the next `draw` or `take`. It may
   * be a source's own frame, or the one before again. Throws when nothing was drawn. A loss of the device rejects or throws
   * `interrupted`.
   */
  take(): Frame | Promise<Frame>;
  /** Frames that `draw` may run ahead of `take` by: after more than `latency` + 1 draws without a `take`, `draw` throws. 0: each draw is taken at once. */
  readonly latency: number;
  /** Gives back everything that it took for itself. Close its textures first. */
  close(): void;
}

/** Straight-alpha, gamma-encoded sRGB, 4 bytes a pixel, rows without gaps. */
export interface RgbaPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** False: every pixel is opaque, whatever its fourth byte says. */
  readonly hasAlpha: boolean;
}

/** How closely a still will be looked at. Part of what its `version` stands for. */
export interface StillDetail {
  /** The texture is kept halved this many times (box filter): it is never shown larger. Default 0. */
  readonly halvings?: number;
  /** It is enlarged: keep a chroma sample for each pixel where the backend stores chroma apart. Default false. */
  readonly fullChroma?: boolean;
}

/** What all frames of a video have in common. Pixels are 8 bits, BT.709 limited. */
export interface VideoFormat extends Size {
  /** Planar with a fourth plane, or RGBA; straight alpha. False: planar without alpha. */
  readonly hasAlpha: boolean;
  /** Planar frames are 4:4:4. False: 4:2:0. */
  readonly fullChroma: boolean;
}

/** The texture of a video. */
export interface VideoTexture extends Texture {
  /** The frame to sample from now on, of the texture's format. Equal versions are equal frames. The frame is the caller's, and stays as it is until the next `show` or `draw` has returned. `isAsDecoded`: its tags say what it is, see `Backend.takesDecoded`. */
  show(frame: Frame, version: string, isAsDecoded?: boolean): void;
}
