import type { Document } from '@framemill/timeline';
import type { MediaFiles } from '../../media/media-files.ts';

/**
 * Message to the worker: opens a document, or draws a frame of it. The worker answers each message with an
 * `EngineReply` that has the same `id`.
 */
export type EngineRequest =
  | {
      readonly id: number;
      readonly type: 'open';
      readonly document: Document;
      /** Address and properties of each source. A `path` is an absolute URL. */
      readonly media: MediaFiles;
      /** Size of the frames in pixels, even on both sides. */
      readonly output: { readonly width: number; readonly height: number };
    }
  | {
      readonly id: number;
      readonly type: 'draw';
      readonly atSec: number;
      /** `bitmap`: an ImageBitmap. `rgba`: pixels in sRGB, opaque, rows without gaps. */
      readonly as: 'bitmap' | 'rgba';
    };

/** Answer of the worker. */
export type EngineReply =
  | { readonly id: number; readonly type: 'opened' }
  | {
      readonly id: number;
      readonly type: 'drawn';
      readonly image: ImageBitmap | Uint8ClampedArray<ArrayBuffer>;
      /** Sentences about problems that did not prevent the frame. */
      readonly warnings: readonly string[];
    }
  | { readonly id: number; readonly type: 'failed'; readonly message: string };
