import { maxSegmentsPerJob } from '../../src/protocol/index.ts';
import type { SimJob } from './fleet.ts';
import type { RenderOutcome, SimRender } from './scenario.ts';

/** Number of frames in a segment, as in renders shorter than 20 s. */
export const framesPerSegment = 30;

/** Run of consecutive segments. Like the scheduler's tasks, it is cut when a part of it is dispatched. */
export interface SimTask {
  readonly id: string;
  readonly render: RenderWork;
  firstSegment: number;
  lastSegment: number;
  tried: boolean;
  done: boolean;
  doubled: boolean;
  /** Number of times that the task was stopped for other accounts. */
  stops: number;
  /** Attempts of the task that wait or run. */
  readonly jobs: Set<SimJob>;
}

/** Admitted render with the state of its work. */
export interface RenderWork {
  readonly spec: SimRender;
  readonly weight: number;
  readonly priority: number;
  readonly admittedAtMs: number;
  firstStartMs: number | null;
  doneAtMs: number | null;
  doneFrames: number;
  /** Tasks that are ready, ordered by first segment. */
  ready: SimTask[];
  /** Tasks that were stopped and are not done yet. While there are any, the render is in the slow queue. */
  readonly stopped: Set<SimTask>;
  /**
   * Number of tasks created so far, from which new ids are formed. When a task is split, the two parts have different
   * ids.
   */
  tasksMade: number;
  /** Time per frame of the render's finished ranges, in ms. */
  readonly speeds: number[];
}

/** Returns the number of frames of a task. */
export function framesOf(task: Pick<SimTask, 'firstSegment' | 'lastSegment'>): number {
  return (task.lastSegment - task.firstSegment + 1) * framesPerSegment;
}

/** Admits a render and makes its tasks ready, each with as many segments as one job may have. */
export function admitRender(
  spec: SimRender,
  admittedAtMs: number,
  plan: { weight: number; priority: number },
): RenderWork {
  const state = { firstStartMs: null, doneAtMs: null, doneFrames: 0, tasksMade: 0 };
  const render: RenderWork = { spec, ...plan, admittedAtMs, ...state, ready: [], stopped: new Set(), speeds: [] };
  for (let first = 0; first < spec.segments; first += maxSegmentsPerJob) {
    const last = Math.min(spec.segments, first + maxSegmentsPerJob) - 1;
    render.ready.push(makeTask(render, first, last));
  }
  return render;
}

/** Takes the first segments of a ready task, or the whole task. The returned task is dispatched and no longer ready. */
export function takeRange(task: SimTask, lastSegment: number): SimTask {
  const { render, firstSegment } = task;
  if (lastSegment >= task.lastSegment) {
    render.ready.splice(render.ready.indexOf(task), 1);
    return task;
  }
  task.firstSegment = lastSegment + 1;
  const range = makeTask(render, firstSegment, lastSegment);
  range.stops = task.stops;
  if (range.stops > 0) render.stopped.add(range);
  return range;
}

/** Makes a task ready again after its last attempt was lost or withdrawn. */
export function putBack(task: SimTask): void {
  const { ready } = task.render;
  task.tried = true;
  const place = ready.findIndex(({ firstSegment }) => firstSegment > task.firstSegment);
  ready.splice(place < 0 ? ready.length : place, 0, task);
}

/** Returns the outcome of a requested render. */
export function outcomeOf(spec: SimRender, work: RenderWork | undefined): RenderOutcome {
  const { id, accountId, submitAtMs } = spec;
  const frames = spec.segments * framesPerSegment;
  const { admittedAtMs = null, firstStartMs = null, doneAtMs = null } = work ?? {};
  return { id, accountId, frames, submitAtMs, admittedAtMs, firstStartMs, doneAtMs };
}

function makeTask(render: RenderWork, firstSegment: number, lastSegment: number): SimTask {
  const state = { tried: false, done: false, doubled: false, stops: 0, jobs: new Set<SimJob>() };
  render.tasksMade += 1;
  return { id: `${render.spec.id}/${render.tasksMade}`, render, firstSegment, lastSegment, ...state };
}

/** Whether a render is in the slow queue: a range of it was stopped and is not done. */
export function isSlow(render: RenderWork | undefined): boolean {
  return render !== undefined && render.stopped.size > 0;
}
