import type { Prisma } from '@framemill/infra';
import { shapesDocument } from '../documents.ts';
import { finished, submit } from '../renders.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Row, Scenario } from './scenario.ts';

const msPerFrame = 3;
/** Factor by which the slow node takes longer than the others. */
const slower = 20;
const seconds = 600;
const mostTries = 5;
/** Completed fraction of a render after which its last phase (tail) begins. */
const tailShare = 0.75;

/**
 * Scenario: one slow node among fast ones runs a job near the end of a render. Frame times are fixed, so that the end
 * time of the render without speculative (duplicate) attempts can be computed.
 */
export const stragglersScenario: Scenario = {
  name: 'stragglers',
  nodes: 0,
  async run({ stack }) {
    const nodes = [
      await stack.startPacedNode(4, { msPerFrame }),
      await stack.startPacedNode(4, { msPerFrame }),
      await stack.startPacedNode(1, { msPerFrame: msPerFrame * slower }),
    ];
    const slow = nodes.at(-1)?.name ?? '';
    const { completedAt, totalFrames, attempts } = await renderWith(stack, slow);
    await stack.stopNodes(nodes);

    const doneAtMs = completedAt?.getTime() ?? 0;
    const speculative = attempts.filter(({ speculative }) => speculative);
    const speculativeFrames = speculative.reduce((sum, { task }) => sum + task.frames, 0);
    // Without speculative attempts, the slow node would have run each superseded range to its end.
    const aloneUntilMs = attempts
      .filter(({ nodeId, outcome }) => nodeId === slow && outcome === 'cancelled')
      .map(({ startedAt, task }) => startedAt.getTime() + task.frames * msPerFrame * slower);
    const tailFromMs = whenDone(attempts, tailShare * totalFrames);
    const aloneMs = Math.max(doneAtMs, ...aloneUntilMs);
    const shorter = 1 - (doneAtMs - tailFromMs) / (aloneMs - tailFromMs);
    const extra = speculativeFrames / totalFrames;
    const rows: Row[] = [
      {
        promise: 'Stragglers get a speculative attempt',
        figure:
          `${speculative.length} speculative attempts beside a node ${slower} times as slow: tail (from ` +
          `${tailShare * 100} % on) ${((doneAtMs - tailFromMs) / 1000).toFixed(1)} s instead of ` +
          `${((aloneMs - tailFromMs) / 1000).toFixed(1)} s, ${(shorter * 100).toFixed(0)} % shorter; ` +
          `${(extra * 100).toFixed(1)} % extra work`,
        limit: 'tail -30 %, at most 5 % extra work',
        isTiming: true,
        ok: shorter >= 0.3 && extra <= 0.05,
        values: { speculation: speculative.length, shorter, extra },
      },
    ];
    return rows;
  },
};

/**
 * Renders until the slow node still runs a job when the last quarter of a render begins, at most `mostTries` times.
 * Without such a job the scenario tests nothing.
 */
async function renderWith(stack: ChaosStack, slow: string) {
  for (let tries = 1; ; tries++) {
    const renderId = await submit(stack, await stack.account(), shapesDocument(seconds));
    const { completedAt, totalFrames } = await finished(stack, renderId);
    const attempts = await attemptsOf(stack, renderId);
    const tailFromMs = whenDone(attempts, tailShare * totalFrames);
    const lagged = attempts.some(({ nodeId, endedAt }) => nodeId === slow && (endedAt?.getTime() ?? 0) > tailFromMs);
    if (lagged || tries === mostTries) return { completedAt, totalFrames, attempts };
  }
}

type AttemptRow = Prisma.AttemptGetPayload<{ include: { task: true } }>;

function attemptsOf(stack: ChaosStack, renderId: string): Promise<AttemptRow[]> {
  const where = { task: { renderId, kind: 'frames' } };
  return stack.database.client.attempt.findMany({ where, include: { task: true }, orderBy: { endedAt: 'asc' } });
}

/**
 * Returns the time at which the number of committed frames reached `frames`, in ms since the epoch, or 0 when that did
 * not happen.
 */
function whenDone(attempts: readonly AttemptRow[], frames: number): number {
  let done = 0;
  for (const { outcome, task, endedAt } of attempts) {
    if (outcome !== 'done') continue;
    done += task.frames;
    if (done >= frames) return endedAt?.getTime() ?? 0;
  }
  return 0;
}
