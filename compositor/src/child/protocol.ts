import type { ErrorCode } from '@framemill/timeline';
import type { ChildResults, ChildTask } from './tasks.ts';

/** Message from parent to child that starts a task. One task at a time. */
export interface TaskMessage {
  id: number;
  task: ChildTask;
}

/**
 * Message from parent to child, at any time: whether another core is free for the child. The child assumes false until
 * the first message.
 */
export interface RoomMessage {
  hasRoom: boolean;
}

/**
 * Message from child to parent. `done` is the number of frames of the task so far (seconds for audio). `seeking` means
 * that sources are being decoded up to the next frame to show, within the seek budget, while `done` does not change.
 */
export type ChildMessage =
  | { type: 'progress'; id: number; done: number }
  | { type: 'seeking'; id: number }
  | { type: 'result'; id: number; result: ChildResults[keyof ChildResults] }
  | { type: 'error'; id: number; error: { code: ErrorCode; message: string; details: Record<string, unknown> } };
