import type { CallAdapter } from '../adapter.ts';
import type { GeneratedFile, RemoteFile } from '../generated-file.ts';

/** Request for images generated from a text. */
export interface ImageRequest {
  prompt: string;
  /** Number of images, 1 to 4. */
  count: number;
  aspectRatio: '16:9' | '9:16' | '1:1' | '4:5' | '4:3' | '21:9';
  /** Whether the background must be transparent. An adapter without this function throws `unsupported`. */
  transparent: boolean;
}

/** Generated images, as many as requested. */
export interface ImageResult {
  files: (GeneratedFile | RemoteFile)[];
}

/** Provider that generates images. */
export type ImageAdapter = CallAdapter<ImageRequest, ImageResult>;
