// A farm node that differs only in its media work: its children take PACED_MS_PER_FRAME for a frame and draw nothing.
import { joinFarm } from '../stack/join-farm.ts';
import { startPacedChild } from './paced-child.ts';

const msPerFrame = Number(process.env.PACED_MS_PER_FRAME);
const faultySource = process.env.PACED_FAULTY_SOURCE || null;
await joinFarm({
  startChild: () => startPacedChild({ msPerFrame, faultySource }),
  // Its children run in this process, whose memory must not count as theirs.
  settings: { childMemoryBytes: Number.MAX_SAFE_INTEGER },
});
