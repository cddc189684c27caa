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
  /** Render processes, ready or starting: one at first, more when the amount of work is known. */
  renderers: RenderChild[];
  /** Content keys of the segments and audio mixes whose files are in `scratch`, from earlier videos of the same run. */
  kept: Set<string>;
  /** Fingerprint of the content keys: with a cache that of this machine's engine, otherwise one for this run alone. */
  engine: string;
  /** SHA-256 (hex) of source files that were hashed in this run, by the stamps of their content (`watchSources`). */
  hashes: Map<string, string>;
  /** Segments and audio mixes of earlier runs. */
  cache: SegmentCache;
  /** Maximum number of concurrently working processes, one for each core that the render may use. */
  slots: number;
  /** Starts an additional render process. */
  start(): RenderChild;
  /** Sets the output file of the next render. */
  aim(outPath: string): void;
}
