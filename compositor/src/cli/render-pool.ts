import type { RenderChild } from '../child/index.ts';

/** Events of a running render. */
export interface RenderEvents {
  onStart(totalFrames: number): void;
  /** Reports the frames rendered so far by all processes together. */
  onProgress(done: number): void;
  onStitch(): void;
  /** Reports a problem of a source that does not stop the render. Each sentence is reported once. */
  onWarning(sentence: string): void;
}

/** Folders and processes with which a render is made. */
export interface RenderPool {
  scratch: string;
  unfinished: string;
  outPath: string;
  /** Render processes, ready or starting: one at first, more when the amount of work is known. */
  renderers: RenderChild[];
  /** Content keys of the segments and mixes whose files are in `scratch`, from earlier videos of the same run. */
  kept: Set<string>;
  /** Maximum number of concurrently working processes, for which the computer has as many cores. */
  slots: number;
  /** Starts another process. */
  start(): RenderChild;
  /** Sets the output file of the next render. */
  aim(outPath: string): void;
}
