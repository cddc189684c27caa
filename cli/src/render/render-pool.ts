import type { RenderChild } from '@framemill/compositor/child';
import type { SegmentCache } from './segment-cache.ts';

/** Events of a running render. */
export interface RenderEvents {
  onStart(totalFrames: number): void;
  /** Reports the frames rendered so far by all processes together. */
  onProgress(done: number): void;
  onStitch(): void;
  /** Reports a problem of a source that does not stop the render. Each sentence is reported once. */
  onWarning(sentence: string): void;
}

/** Folders and processes that a local render uses. */
export interface RenderPool {
  scratch: string;
  unfinished: string;
  outPath: string;
  /** Render processes that are running or starting: at first one, more when the amount of work is known. */
  renderers: RenderChild[];
  /** Content keys of the segments and audio mixes in `scratch`, which earlier videos of the same run have created. */
  kept: Set<string>;
  /**
   * Fingerprint used in content keys. With a cache, it identifies the render engine of this machine; otherwise only
   * this run.
   */
  engine: string;
  /**
   * SHA-256 (hex) of the source files hashed in this run, by an identifier made from path, size and times (see
   * `watchSources`).
   */
  hashes: Map<string, string>;
  /** Cache of segments and audio mixes from earlier runs. */
  cache: SegmentCache;
  /** Maximum number of concurrently working processes, one for each core that the render may use. */
  slots: number;
  /** Starts an additional render process. */
  start(): RenderChild;
  /** Sets the output file of the next render. */
  aim(outPath: string): void;
}
