import { shapesDocument } from '../chaos/documents.ts';
import { finished, submit, wallSecOf } from '../chaos/renders.ts';
import { type ChaosStack, openChaosStack } from '../chaos/stack/chaos-stack.ts';
import { median } from '../measure/statistics.ts';
import type { BenchMedia } from '../media/make-media.ts';
import { makeMinuteOfS1 } from '../stack/minute-of-s1.ts';
import { renderProject, secondsOf } from '../stack/render-project.ts';
import { seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';

/** How a render's time falls with the slots that work on it. */
export interface ScalingFigures {
  readonly slots: number;
  /** Frames of the render. */
  readonly frames: number;
  /** From admission until the file was there, median and every round. */
  readonly wallSec: number;
  readonly rounds: readonly number[];
  /** Share of the ideal: 1 is that `slots` slots take exactly one part in `slots` of the time of one. */
  readonly efficiency: number;
}

/** How the farm's throughput grows with its slots. */
export interface ScalingResults {
  /** Segments that take a fixed time and no processor: what is left is the farm's own. The ideal is the time that they sleep. */
  readonly paced: readonly ScalingFigures[];
  readonly msPerFrame: number;
  /** A minute of scene S1 of uploaded footage at 1080p. The ideal is the time of one slot. */
  readonly real: readonly ScalingFigures[];
}

const pacedSlots = [1, 2, 4, 8, 16, 32];
/** Slots of one paced node: from there on there are several. */
const slotsPerNode = 8;
const msPerFrame = 20;
/** Sleep of every slot. One round is enough: sleep is the same every time. */
const pacedSecEach = 40;
const realSlots = [1, 2];

/** Measures renders on 1 to 32 slots that sleep and on 1 and 2 that render, each alone on a fresh farm. */
export async function measureScaling(
  root: string,
  media: BenchMedia,
  runs: number,
  log: (line: string) => void,
): Promise<ScalingResults> {
  const paced = await pacedScaling(root, log);
  const real = await realScaling(root, media, runs, log);
  return { paced, msPerFrame, real };
}

async function pacedScaling(root: string, log: (line: string) => void): Promise<ScalingFigures[]> {
  const stack = await openChaosStack(root);
  try {
    await stack.startScheduler();
    const paced: ScalingFigures[] = [];
    for (const slots of pacedSlots) paced.push(await pacedFigures(stack, slots, log));
    return paced;
  } finally {
    await stack.close();
  }
}

async function pacedFigures(stack: ChaosStack, slots: number, log: (line: string) => void): Promise<ScalingFigures> {
  const count = Math.ceil(slots / slotsPerNode);
  const nodes = await Promise.all(
    Array.from({ length: count }, () => stack.startPacedNode(slots / count, { msPerFrame })),
  );
  const frames = (slots * pacedSecEach * 1_000) / msPerFrame;
  const wallSec = await wallOf(stack, shapesDocument(frames / 30), `paced, ${slots} slots`, log);
  await stack.stopNodes(nodes);
  return { slots, frames, wallSec, rounds: [wallSec], efficiency: pacedSecEach / wallSec };
}

/** Slots in turns, so that a machine that is slower for a while is so for all. */
async function realScaling(
  root: string,
  media: BenchMedia,
  rounds: number,
  log: (line: string) => void,
): Promise<ScalingFigures[]> {
  const walls = realSlots.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, slots] of realSlots.entries()) {
      const sec = await minuteOn(slots, root, media);
      log(`scaling: real, ${slots} slots: ${sec.toFixed(2)} s`);
      walls[i]?.push(sec);
    }
  }
  const oneSlotSec = median(walls[0] ?? []);
  return realSlots.map((slots, i) => {
    const wallSec = median(walls[i] ?? []);
    return { slots, frames: 1_800, wallSec, rounds: walls[i] ?? [], efficiency: oneSlotSec / (slots * wallSec) };
  });
}

/** Renders on a whole service of its own; seconds. */
async function minuteOn(slots: number, root: string, media: BenchMedia): Promise<number> {
  const stack = await startStack(root, slots);
  try {
    const [account] = await seedAccounts(stack.databaseUrl, 1, 1);
    const key = account?.keys[0] ?? '';
    const { projectId } = await makeMinuteOfS1(stack.apiHost, key, media);
    return secondsOf(await renderProject(stack.apiHost, key, projectId));
  } finally {
    await stack.stop();
  }
}

async function wallOf(
  stack: ChaosStack,
  document: ReturnType<typeof shapesDocument>,
  what: string,
  log: (line: string) => void,
): Promise<number> {
  // An account of its own: nothing is reused.
  const renderId = await submit(stack, await stack.account(), document);
  const sec = wallSecOf(await finished(stack, renderId, { timeoutMs: 600_000 }));
  log(`scaling: ${what}: ${sec.toFixed(2)} s`);
  return sec;
}
