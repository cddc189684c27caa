import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LeaderContext } from '../src/leader/context.ts';
import { planRenders } from '../src/leader/plan-renders.ts';
import { tick } from '../src/leader/tick.ts';
import { readLeases } from '../src/protocol/index.ts';
import type { FinishedJob } from '../src/work-queues.ts';
import { aborted } from './gate.ts';
import { openLeader } from './open-leader.ts';

const stack = forSuite(openStack);
const leader = forSuite<LeaderContext & { close(): Promise<void> }>(async () => openLeader(stack, 1));

let good: string;
let bad: string;
beforeEach(async () => {
  await stack.quiet();
  await stack.database.client.leader.upsert({ where: { id: 1 }, create: { id: 1, epoch: 1 }, update: {} });
  await stack.startNode({ slots: 8, onFrames: (_job, signal) => aborted(signal) });
  const account = await stack.account();
  [bad, good] = [
    await stack.render(account, await stack.project(account, 2)),
    await stack.render(account, await stack.project(account, 2)),
  ];
});

const attemptOf = (renderId: string) =>
  stack.database.client.attempt.findFirstOrThrow({ where: { task: { renderId }, outcome: 'running' } });

/** Returns the end of the job of a render's first range, as a node reports it. */
async function finishedJob(renderId: string, nodeId: string): Promise<FinishedJob> {
  const { jobId } = await attemptOf(renderId);
  const { contentKey } = await stack.database.client.renderSegment.findFirstOrThrow({ where: { renderId, index: 0 } });
  const segment = { index: 0, contentKey, sha256: '0'.repeat(64), sizeBytes: 1, frames: 30 };
  const value = { segments: [segment], nodeId, fetchMs: 1, renderMs: 1, uploadMs: 1 };
  return { queue: 'frames', jobId, outcome: 'completed', value };
}

describe('a pass of the leader', () => {
  it('fails a render whose task has no valid payload, and dispatches the others', async () => {
    leader.memory.leases = await readLeases(stack.redis);
    await planRenders(leader);
    await stack.database.client.renderSegment.updateMany({ where: { renderId: bad }, data: { contentKey: 'no hash' } });
    await tick(leader, [], true);
    expect(await stack.row(bad)).toMatchObject({
      status: 'FAILED',
      errorMsg: expect.stringMatching(/^Invalid render-range job: \/segments\/0\/contentKey /),
    });
    expect(await stack.outcomes(good)).toContain('running');
  });

  it('records a result that cannot be stored as a failure, and stores the others', async () => {
    await tick(leader, [], true);
    // PostgreSQL stores no text with a zero byte.
    const jobs = [await finishedJob(bad, 'node\0'), await finishedJob(good, 'node')];
    await tick(leader, jobs, false);
    expect(await stack.outcomes(good)).toContain('done');
    expect(await stack.outcomes(bad)).toContain('failed');
    const failed = await stack.database.client.task.findMany({ where: { renderId: bad, failures: { gt: 0 } } });
    expect(failed).toHaveLength(1);
    // It is tried again in the same pass.
    expect((await attemptOf(bad)).number).toBeGreaterThan(0);
  });
});
