import type { ChildResults, ChildTask } from '../tasks.ts';

/** Does one kind of task inside the render child. */
export interface Handler<K extends ChildTask['type']> {
  readonly type: K;
  run(task: Extract<ChildTask, { type: K }>, onProgress: (done: number) => void): Promise<ChildResults[K]>;
}
