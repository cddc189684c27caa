import type { Clip, TextEngine } from '@framemill/timeline/rendering';
import type { AnimationDrawing, DrawingOptions } from '../animation/animation-drawing.ts';
import type { VideoFormat } from '../graph/backend.ts';
import type { MediaFile } from '../media/media-files.ts';
import type { OpenImage } from '../sources/image-pool.ts';
import type { VectorLibrary } from '../sprites/vector-library.ts';
import type { Graphics } from './graphics.ts';
import type { PlanarFrame } from './planar-frames.ts';

/** Everything that the engine gets from the browser. All addresses are the `path` fields of the media table. */
export interface EnginePorts {
  /** Compiled kernels: `kernels/build/kernels.wasm`. */
  readonly kernels: WebAssembly.Module;
  readonly vectors: VectorLibrary;
  /** Makes a font available to `vectors` as `family`. `data` is TTF. */
  registerFont(family: string, data: Uint8Array): Promise<void>;
  /** Loads a bundled font by the name of its file, such as `Inter_400Regular.ttf`. */
  readBundledFont(fileName: string): Promise<Uint8Array>;
  /** Loads an uploaded font, as TTF or OTF, a .cube file or an animation. */
  readFile(file: MediaFile): Promise<Uint8Array>;
  readonly openImage: OpenImage;
  readonly videos: VideoPort;
  /** Loads the player of animations, at the first one. Absent: animations are refused. */
  openAnimations?(): Promise<AnimationPort>;
  /** Returns the GPU to draw on; null when there is none and the kernels draw. Absent: the kernels always draw. */
  openGraphics?(): Promise<Graphics | null>;
}

/** Options for drawing one frame. */
export interface DrawOptions {
  /** Whether to use the smaller preview copies of videos that have one. Default false. */
  readonly isFast?: boolean;
  /** Signal that stops the decoding. The call then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Player of animations. */
export interface AnimationPort {
  /**
   * Opens the bytes of a Lottie or .lottie file for drawing. `openEngine` is called only for files with text. Rejects
   * with the errors of `createDrawing`, also when a font is not loaded yet.
   */
  open(file: Uint8Array, options: DrawingOptions, openEngine: () => Promise<TextEngine>): Promise<AnimationDrawing>;
}

/** Decoder of videos. */
export interface VideoPort {
  /** Decodes the frame of `file` that a clip shows at `sourceSec`, in seconds from the file's time zero. */
  frameAt(clip: Clip, file: MediaFile, sourceSec: number, options: DrawOptions): Promise<DecodedFrame>;
}

/** Decoded frame of a video. */
export interface DecodedFrame {
  /** Frame in `format`. It must not change after the decoder has returned it. */
  readonly frame: PlanarFrame;
  /** Pixel format and size of the frame. */
  readonly format: VideoFormat;
  /** Name of the frame. Frames of a clip with equal names have equal pixels. */
  readonly version: string;
  /** Size at which the frame is displayed, in square pixels. */
  readonly width: number;
  readonly height: number;
}
