import type { RenderChild } from '../child/index.ts';

/** What a render reports while it runs. */
export interface RenderEvents {
  onStart(totalFrames: number): void;
  /** Frames rendered so far by all processes together. */
  onProgress(done: number): void;
  onStitch(): void;
  /** Something was wrong with a source, but the render goes on. Each sentence once. */
  onWarning(sentence: string): void;
}

/** Where a render is made, and by whom. */
export interface RenderPool {
  scratch: string;
  unfinished: string;
  outPath: string;
  /** Ready, or about to be: at first one, more of them when it is known how much there is to do. */
  renderers: RenderChild[];
  /** Content keys of the segments and mixes whose files are in `scratch`: of films before this one. */
  kept: Set<string>;
  /** Processes that may be at work side by side; the machine has as many cores for them. */
  slots: number;
  /** Starts another one. */
  start(): RenderChild;
  /** Makes another file the next output. */
  aim(outPath: string): void;
}
