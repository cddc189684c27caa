import type { ReadyTask } from '../../src/policy/plan-dispatch.ts';
import { framesOf, isSlow, type RenderWork, type SimTask } from './render-work.ts';
import type { Scenario } from './scenario.ts';

/**
 * Returns the tasks that could be dispatched now, as the leader reads them: at most `room` of each account, at least
 * one. With `fifo` all renders count as one account's. The result's `tasks` has the same tasks by id.
 */
export function readyTasks(
  active: ReadonlyMap<string, ReadonlySet<RenderWork>>,
  policy: Scenario['policy'],
  room: number,
): { tasks: Map<string, SimTask>; ready: ReadyTask[] } {
  const tasks = new Map<string, SimTask>();
  const ready: ReadyTask[] = [];
  for (const [accountId, renders] of active) {
    let left = Math.max(1, room);
    for (const render of renders) {
      if (left <= 0) break;
      const remainingSegments = render.ready.reduce(
        (sum, { firstSegment, lastSegment }) => sum + lastSegment - firstSegment + 1,
        0,
      );
      for (const task of render.ready.slice(0, left)) {
        left -= 1;
        tasks.set(task.id, task);
        const { id, firstSegment, lastSegment, tried, stops } = task;
        const { weight, priority, admittedAtMs } = render;
        const owner =
          policy === 'fair' ? { accountId, weight, priority } : { accountId: 'all', weight: 1, priority: 0 };
        const segments = {
          firstSegment,
          lastSegment,
          frames: framesOf(task),
          tried,
          stops,
          slow: isSlow(render),
          remainingSegments,
        };
        ready.push({
          id,
          kind: 'frames',
          format: 'mp4',
          renderId: render.spec.id,
          ...owner,
          admittedAtMs,
          ...segments,
        });
      }
    }
  }
  return { tasks, ready };
}
