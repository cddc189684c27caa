import type { ChildResults, ChildTask } from '../tasks.ts';

/** Handler for one type of task inside the render process. */
export interface Handler<K extends ChildTask['type']> {
  readonly type: K;
  /**
   * Runs a task. `onSeek` is called thousands of times a second while sources are decoded up to the next frame to show.
   */
  run(
    task: Extract<ChildTask, { type: K }>,
    onProgress: (done: number) => void,
    onSeek: () => void,
  ): Promise<ChildResults[K]>;
}
