import { setImmediate } from 'node:timers/promises';
import type { PcmStream } from '../audio-format.ts';
import { createLoudnessMeter } from './loudness-meter.ts';

const BLOCK = 4_096;
const BLOCKS_A_TURN = 32;

/** Measures the first `samples` samples of a stream, or all that there are, and closes it. null: silence. Gives the event loop a turn about every 3 s of sound. */
export async function measureStream(stream: PcmStream, samples: number) {
  const meter = createLoudnessMeter();
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
  try {
    for (let at = 0, blocks = 0; at < samples; blocks += 1) {
      const wanted = Math.min(BLOCK, samples - at);
      const got = stream.read(block, 0, wanted);
      meter.add(block, 0, got);
      at += got;
      if (got < wanted) break;
      if (blocks % BLOCKS_A_TURN === 0) await setImmediate();
    }
  } finally {
    stream.close();
  }
  return meter.finish();
}
