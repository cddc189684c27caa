import type { PcmStream } from '../audio-format.ts';
import type { TakeTurn } from '../turns.ts';
import type { Meter } from './integrated-loudness.ts';

const BLOCK = 4_096;
const BLOCKS_A_TURN = 32;

/** Measures up to `samples` samples of a stream and closes it. Calls `takeTurn` regularly. */
export async function measureStream<Result>(
  stream: PcmStream,
  samples: number,
  meter: Meter<Result>,
  takeTurn: TakeTurn,
): Promise<Result> {
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
  try {
    for (let at = 0, blocks = 0; at < samples; blocks += 1) {
      const wanted = Math.min(BLOCK, samples - at);
      const got = stream.read(block, 0, wanted);
      meter.add(block, 0, got);
      at += got;
      if (got < wanted) break;
      if (blocks % BLOCKS_A_TURN === 0) await takeTurn();
    }
  } finally {
    stream.close();
  }
  return meter.finish();
}
