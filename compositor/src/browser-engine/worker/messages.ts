import type { Document } from '@framemill/timeline';
import type { MediaFile } from '../../media/media-files.ts';

/**
 * Media file of a document. `path` and `previewPath` are names of files: the worker asks the page for the address of a
 * name when it first loads the file.
 */
export interface EngineMedia extends MediaFile {
  /** Name of a smaller copy of a video, with the same times. */
  readonly previewPath?: string;
}

/** Media files of a document, by the `src` of the clips. */
export type EngineMediaTable = Readonly<Record<string, EngineMedia>>;

/**
 * Message to the worker. It answers `draw` with `drawn`, `dropped` or `failed`, `mix` with a series of `mixed`, with
 * `dropped` or with `failed`, and `ping` with `alive`. It also says `alive` when its script runs.
 */
export type EngineRequest =
  /** Passes the canvas on which frames are shown. */
  | { readonly type: 'canvas'; readonly canvas: OffscreenCanvas }
  /** Opens a document. Later frames are drawn from it. Html clips are left out. */
  | { readonly type: 'open'; readonly document: Document; readonly media: EngineMediaTable }
  | {
      readonly id: number;
      readonly type: 'draw';
      readonly atSec: number;
      /** Size of the frame in pixels, even on both sides. */
      readonly output: { readonly width: number; readonly height: number };
      /** Whether to use the preview copies of videos. */
      readonly isFast: boolean;
      /** `canvas`: the frame is shown on the canvas. `rgba`: pixels in sRGB, opaque, rows without gaps. */
      readonly as: 'canvas' | 'rgba';
    }
  /**
   * Mixes the audio of the open document between two times in seconds. A document that is opened later does not change
   * it. The next block is sent after the message `more`.
   */
  | { readonly id: number; readonly type: 'mix'; readonly fromSec: number; readonly toSec: number }
  /** Asks for the next block of a mix. */
  | { readonly id: number; readonly type: 'more' }
  /** Stops the draw or the mix of this `id` if it is not finished. */
  | { readonly id: number; readonly type: 'cancel' }
  /** Asks whether the worker still handles messages. */
  | { readonly type: 'ping' }
  | EngineAnswer;

/** Answer of the page to a question of the worker, with the `id` of the question. */
export type EngineAnswer =
  /** `address`: an absolute URL; null: there is no such file. */
  | { readonly id: number; readonly type: 'address'; readonly address: string | null }
  /** `rgba`: the drawing's pixels, straight alpha, rows without gaps; null: it cannot be drawn. */
  | { readonly id: number; readonly type: 'drawing'; readonly rgba: Uint8ClampedArray<ArrayBuffer> | null };

/** Block of a document's mix: stereo at 48 kHz, -1 to 1. Both planes have the same length. */
export interface MixBlock {
  /** Position of the first sample in the document. */
  readonly atSample: number;
  readonly left: Float32Array<ArrayBuffer>;
  readonly right: Float32Array<ArrayBuffer>;
}

/** Message of the worker. */
export type EngineReply =
  | {
      readonly id: number;
      readonly type: 'drawn';
      /** Pixels of a draw as `rgba`; null when the frame is on the canvas. */
      readonly rgba: Uint8ClampedArray<ArrayBuffer> | null;
      /** Whether the GPU has drawn the frame. */
      readonly onGpu: boolean;
      /** Sentences about problems that did not prevent the frame. */
      readonly warnings: readonly string[];
    }
  /** The next block of a mix, at most a second. */
  | (MixBlock & { readonly id: number; readonly type: 'mixed'; readonly isLast: boolean })
  /** The draw or the mix was stopped by `cancel`. */
  | { readonly id: number; readonly type: 'dropped' }
  | { readonly id: number; readonly type: 'failed'; readonly message: string }
  | { readonly type: 'alive' }
  | (EngineQuestion & { readonly id: number });

/** Question of the worker, which the page answers with an `EngineAnswer` of the same type. */
export type EngineQuestion =
  /** Asks for the address of a file. `isExpired`: the address from before is no longer accepted. */
  | { readonly type: 'address'; readonly path: string; readonly isExpired: boolean }
  /** Asks for the pixels of an SVG image at a size, because workers cannot draw one. */
  | { readonly type: 'drawing'; readonly svg: Blob; readonly width: number; readonly height: number };
