import { captionsDocument, shapesDocument } from '../chaos/documents.ts';
import { type ChaosHouse, openChaosHouse } from '../chaos/house/chaos-house.ts';
import type { Part } from '../chaos/house/part.ts';
import { finished, submit, wallSecOf } from '../chaos/renders.ts';
import { median } from '../measure/statistics.ts';

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

export interface ScalingResults {
  /** Segments that take a fixed time and no processor: what is left is the farm's own. The ideal is the time that they sleep. */
  readonly paced: readonly ScalingFigures[];
  readonly msPerFrame: number;
  /** Real segments at 1080p. The ideal is the time of one slot. */
  readonly real: readonly ScalingFigures[];
}

const pacedSlots = [1, 2, 4, 8, 16, 32];
/** Slots of one paced node: from there on there are several. */
const slotsPerNode = 8;
const msPerFrame = 20;
/** Sleep of every slot. One round is enough: sleep is the same every time. */
const pacedSecEach = 40;
const realSlots = [1, 2];
const realSeconds = 60;

/** Measures renders on 1 to 32 slots that sleep and on 1 and 2 that render, each alone on a fresh farm. */
export async function measureScaling(root: string, runs: number, log: (line: string) => void): Promise<ScalingResults> {
  const house = await openChaosHouse(root);
  try {
    await house.startScheduler();
    const paced: ScalingFigures[] = [];
    for (const slots of pacedSlots) paced.push(await pacedFigures(house, slots, log));
    const real: ScalingFigures[] = [];
    for (const slots of realSlots) real.push(await realFigures(house, slots, runs, real[0]?.wallSec ?? null, log));
    return { paced, msPerFrame, real };
  } finally {
    await house.close();
  }
}

async function pacedFigures(house: ChaosHouse, slots: number, log: (line: string) => void): Promise<ScalingFigures> {
  const count = Math.ceil(slots / slotsPerNode);
  const nodes = await Promise.all(
    Array.from({ length: count }, () => house.startPacedNode(slots / count, { msPerFrame })),
  );
  const frames = (slots * pacedSecEach * 1_000) / msPerFrame;
  const wallSec = await wallOf(house, shapesDocument(frames / 30), `paced, ${slots} slots`, log);
  await house.stopNodes(nodes);
  return { slots, frames, wallSec, rounds: [wallSec], efficiency: pacedSecEach / wallSec };
}

async function realFigures(
  house: ChaosHouse,
  slots: number,
  runs: number,
  oneSlotSec: number | null,
  log: (line: string) => void,
): Promise<ScalingFigures> {
  const node: Part = await house.startNode(slots);
  const document = captionsDocument(realSeconds, { width: 1920, height: 1080 });
  const rounds: number[] = [];
  for (let run = 0; run < runs; run++) rounds.push(await wallOf(house, document, `real, ${slots} slots`, log));
  await house.stopNodes([node]);
  const wallSec = median(rounds);
  const efficiency = oneSlotSec === null ? 1 : oneSlotSec / (slots * wallSec);
  return { slots, frames: realSeconds * 30, wallSec, rounds, efficiency };
}

async function wallOf(
  house: ChaosHouse,
  document: ReturnType<typeof shapesDocument>,
  what: string,
  log: (line: string) => void,
): Promise<number> {
  // An account of its own: nothing is reused.
  const renderId = await submit(house, await house.account(), document);
  const sec = wallSecOf(await finished(house, renderId, { timeoutMs: 600_000 }));
  log(`scaling: ${what}: ${sec.toFixed(2)} s`);
  return sec;
}
