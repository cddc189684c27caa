import type { ErrorCode } from '@framemill/timeline';
import type { ChildResults, ChildTask } from './tasks.ts';

/** Parent to child: do this. One task at a time. */
export interface TaskMessage {
  id: number;
  task: ChildTask;
}

/** Parent to child, at any time: whether a core is free beside the child. False until it is told. */
export interface RoomMessage {
  hasRoom: boolean;
}

/** Child to parent. `done` counts frames of the task so far (samples are not counted, a sound reports seconds). `seeking`: no more is
 * done, but sources are being decoded up to what is shown next, inside the seek budget. */
export type ChildMessage =
  | { type: 'progress'; id: number; done: number }
  | { type: 'seeking'; id: number }
  | { type: 'result'; id: number; result: ChildResults[keyof ChildResults] }
  | { type: 'error'; id: number; error: { code: ErrorCode; message: string; details: Record<string, unknown> } };
