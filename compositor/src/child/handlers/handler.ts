import type { ChildResults, ChildTask } from '../tasks.ts';

/** Does one kind of task inside the render child. */
export interface Handler<K extends ChildTask['type']> {
  readonly type: K;
  /** `onSeek` hears, thousands of times a second, that sources are decoded up to what is shown next. */
  run(
    task: Extract<ChildTask, { type: K }>,
    onProgress: (done: number) => void,
    onSeek: () => void,
  ): Promise<ChildResults[K]>;
}
