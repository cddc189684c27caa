import type { Span, Tracing } from '@framemill/infra';
import { reconcileIngests, reconcileLateProbes } from './media.ts';
import type { Reconciler } from './record-job.ts';
import { rangeTask } from './render-range.ts';
import { reconcileReports } from './report.ts';
import { audioTask, stitchTask } from './stitch.ts';
import { attemptFields, type OrderedSegment, type TaskJob, type TaskRow } from './task-job.ts';

/** All kinds of tasks of a render, each of which runs as jobs. */
export const taskJobs: readonly TaskJob[] = [rangeTask, audioTask, stitchTask];

/** Steps that reconcile jobs with database records, by name of the job. */
export const reconcilers: Readonly<Record<string, Reconciler>> = {
  probe: reconcileLateProbes,
  ingest: reconcileIngests,
  report: reconcileReports,
};

/** Returns the kind of a task by the name that is stored with the task. */
export function taskJobOf(kind: string): TaskJob {
  return taskJobs.find((job) => job.kind.name === kind) ?? rangeTask;
}

/**
 * Builds the payload of an attempt. `segments` are the task's segments, ordered by index; only frame ranges use them.
 * `span` is the span of its dispatch (`dispatchSpan`).
 */
export function jobPayload(
  task: TaskRow,
  { attempt, epoch, segments, span }: { attempt: number; epoch: number; segments: OrderedSegment[]; span: Span | null },
): object {
  return taskJobOf(task.kind).payload(task, attemptFields(task, attempt, epoch, span), segments);
}

/** Begins the span in which an attempt of a task is added to its queue; null: the render is not traced. */
export function dispatchSpan(tracing: Tracing, { id, kind, frames, render }: TaskRow, attempt: number): Span | null {
  return tracing.begin('dispatch', render.traceparent, { attributes: { kind, task: id, attempt, frames } });
}
