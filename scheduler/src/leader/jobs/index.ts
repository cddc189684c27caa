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
 */
export function jobPayload(task: TaskRow, attempt: number, epoch: number, segments: readonly OrderedSegment[]): object {
  return taskJobOf(task.kind).payload(task, attemptFields(task, attempt, epoch), segments);
}
