import type { Compression } from '@framemill/compositor/formats';
import { shapesDocument } from '../chaos/documents.ts';
import { finished, submit, wallSecOf } from '../chaos/renders.ts';
import { type ChaosStack, openChaosStack } from '../chaos/stack/chaos-stack.ts';
import { median } from '../measure/statistics.ts';
import type { BenchMedia } from '../media.ts';
import { renderProject, secondsOf } from '../stack/call.ts';
import { makeMinuteOfS1 } from '../stack/minute-of-s1.ts';
import { seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';

/** Figures of one render with a number of slots. */
export interface ScalingFigures {
  readonly slots: number;
  /** Number of frames of the render. */
  readonly frames: number;
  /**
   * Time from the acceptance of the render until its file existed, in seconds: the median of all rounds. `rounds`
   * contains the individual times.
   */
  readonly wallSec: number;
  readonly rounds: readonly number[];
  /**
   * Efficiency relative to the ideal time. It is 1 when `slots` slots take exactly 1/`slots` of the time that one slot
   * takes.
   */
  readonly efficiency: number;
}

/** Scaling of render times with the number of slots. */
export interface ScalingResults {
  /**
   * Renders whose segments only wait for a fixed time without using the processor. Any time beyond the fixed time is
   * overhead of scheduling.
   */
  readonly paced: readonly ScalingFigures[];
  /** Waiting time of a frame of `paced`, in ms. */
  readonly msPerFrame: number;
  /**
   * The same for a video of a minute with the default compression, on each number of slots. Its 16 segments of 3.75 s
   * limit the efficiency.
   */
  readonly minute: readonly ScalingFigures[];
  /** Waiting time of a frame of `minute`, in ms: the measured time of a frame of `real` on one slot. */
  readonly minuteMsPerFrame: number;
  /**
   * Renders of a minute of scene S1 with uploaded 1080p videos. The ideal is the time of one slot divided by the number
   * of slots.
   */
  readonly real: readonly ScalingFigures[];
}

const pacedSlots = [1, 2, 4, 8, 16, 32];
/** Maximum number of slots of one simulated node. For more slots, several nodes are started. */
const slotsPerNode = 8;
const msPerFrame = 20;
/**
 * Time in seconds that every slot waits in total in a simulated render. The time is always the same, so one round is
 * enough.
 */
const pacedSecEach = 40;
/** Numbers of slots on which a minute of moving images is rendered without using the processor. */
const minuteSlots = [1, 2, 4, 8];
const realSlots = [1, 2];
/** Number of frames in a video of a minute at 30 fps. */
const minuteFrames = 1_800;

/**
 * Measures real renders of a minute with 1 and 2 slots. Then measures renders in which segments only wait instead of
 * being rendered: long ones with 1 to 32 slots, and a minute with 1 to 8 slots that waits as long as the real render
 * worked. No two renders run at the same time.
 */
export async function measureScaling(
  root: string,
  media: BenchMedia,
  runs: number,
  log: (line: string) => void,
): Promise<ScalingResults> {
  const real = await realScaling(media, runs, log);
  const minuteMsPerFrame = Math.round((1_000 * (real[0]?.wallSec ?? 0)) / minuteFrames);
  const waiting = await pacedScaling(root, minuteMsPerFrame, log);
  return { ...waiting, msPerFrame, minuteMsPerFrame, real };
}

async function pacedScaling(
  root: string,
  minuteMsPerFrame: number,
  log: (line: string) => void,
): Promise<Pick<ScalingResults, 'paced' | 'minute'>> {
  const stack = await openChaosStack(root);
  try {
    await stack.startScheduler();
    const paced: ScalingFigures[] = [];
    for (const slots of pacedSlots) {
      const frames = (slots * pacedSecEach * 1_000) / msPerFrame;
      paced.push(await pacedFigures(stack, { slots, frames, msPerFrame, compression: 'fast' }, log));
    }
    const minute: ScalingFigures[] = [];
    for (const slots of minuteSlots) {
      const film = { frames: minuteFrames, msPerFrame: minuteMsPerFrame, compression: 'balanced' } as const;
      minute.push(await pacedFigures(stack, { slots, ...film }, log));
    }
    return { paced, minute };
  } finally {
    await stack.close();
  }
}

async function pacedFigures(
  stack: ChaosStack,
  {
    slots,
    frames,
    msPerFrame,
    compression,
  }: { slots: number; frames: number; msPerFrame: number; compression: Compression },
  log: (line: string) => void,
): Promise<ScalingFigures> {
  const count = Math.ceil(slots / slotsPerNode);
  const nodes = await Promise.all(
    Array.from({ length: count }, () => stack.startPacedNode(slots / count, { msPerFrame })),
  );
  // A new account: nothing is reused.
  const renderId = await submit(stack, await stack.account(), shapesDocument(frames / 30), compression);
  const wallSec = wallSecOf(await finished(stack, renderId, { timeoutMs: 600_000 }));
  log(`scaling: paced, ${compression}, ${slots} slots, ${frames} frames: ${wallSec.toFixed(2)} s`);
  await stack.stopNodes(nodes);
  const idealSec = (frames * msPerFrame) / 1_000 / slots;
  return { slots, frames, wallSec, rounds: [wallSec], efficiency: idealSec / wallSec };
}

/**
 * Measures real renders with each number of slots. The rounds alternate between these numbers, so that a temporary
 * slowdown of the machine affects all of them.
 */
async function realScaling(media: BenchMedia, rounds: number, log: (line: string) => void): Promise<ScalingFigures[]> {
  const walls = realSlots.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, slots] of realSlots.entries()) {
      const sec = await minuteOn(slots, media);
      log(`scaling: real, ${slots} slots: ${sec.toFixed(2)} s`);
      walls[i]?.push(sec);
    }
  }
  const oneSlotSec = median(walls[0] ?? []);
  return realSlots.map((slots, i) => {
    const wallSec = median(walls[i] ?? []);
    return { slots, frames: minuteFrames, wallSec, rounds: walls[i] ?? [], efficiency: oneSlotSec / (slots * wallSec) };
  });
}

/** Renders a minute of scene S1 on a separate service with `slots` slots, and returns its time in seconds. */
async function minuteOn(slots: number, media: BenchMedia): Promise<number> {
  const stack = await startStack(slots);
  try {
    const [account] = await seedAccounts(stack.databaseUrl, 1, 1);
    const key = account?.keys[0] ?? '';
    const { projectId } = await makeMinuteOfS1(stack.apiHost, key, media);
    return secondsOf(await renderProject(stack.apiHost, key, projectId));
  } finally {
    await stack.stop();
  }
}
