import type { CallAdapter } from '../adapter.ts';
import type { GeneratedFile, RemoteFile } from '../generated-file.ts';

/** Pictures that are to be made of a text. */
export interface ImageRequest {
  prompt: string;
  /** 1 to 4. */
  count: number;
  aspectRatio: '16:9' | '9:16' | '1:1' | '4:5' | '4:3' | '21:9';
  /** Whether the background must be transparent. An adapter that cannot do it throws `unsupported`. */
  transparent: boolean;
}

/** As many files as were asked for. */
export interface ImageResult {
  files: (GeneratedFile | RemoteFile)[];
}

/** A provider that makes pictures. */
export type ImageAdapter = CallAdapter<ImageRequest, ImageResult>;
