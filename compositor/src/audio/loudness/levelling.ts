import type { PartLoudness } from '@framemill/timeline';
import type { PcmStream } from '../audio-format.ts';
import { gainOfDb } from '../dsp/levels.ts';
import { createLimiter } from '../limiter.ts';
import { openProcessors } from '../processors/chain.ts';
import type { Processor } from '../processors/processor.ts';
import { playSpool, type Spool, type TakeTurn } from '../spool.ts';
import { createIntegratedLoudness, createLoudnessMeter, type Meter } from './loudness-meter.ts';

/** Gain and limiting that bring audio to its target loudness. */
interface Levelling {
  gainDb: number;
  /** Ceiling of the true-peak limiter after the gain, in dBTP; null when no limiter is needed. */
  ceilingDb: number | null;
}

/** Maximum gain in decibels. Unlimited gain would amplify silence to noise. */
const MOST_DB = 40;
const RELEASE_SEC = 0.08;
/**
 * Maximum extra gain that compensates for the loudness lost by limiting, in decibels. `ROUNDS` is the maximum number of
 * gain corrections; `CLOSE_LU` is the tolerance at which they end.
 */
const MOST_EXTRA_DB = 6;
const ROUNDS = 3;
const CLOSE_LU = 0.2;

/**
 * Plays audio from a scratch file (spool) at its target loudness. The audio is measured first, and up to three more
 * times when its peaks must be limited. The gain is at most 40 dB, of which at most 6 dB compensate for the loudness
 * lost by limiting. Audio made of few sharp peaks therefore stays below its target. Silence is not changed. The file is
 * removed when the result is closed, or on failure.
 */
export async function playLevelled(spool: Spool, target: PartLoudness, takeTurn: TakeTurn): Promise<PcmStream> {
  try {
    const levelling = await findLevelling(spool, target, takeTurn);
    return openProcessors(playSpool(spool, { reverse: false, loop: false }), levellers(levelling));
  } catch (error) {
    spool.close();
    throw error;
  }
}

async function findLevelling(
  spool: Spool,
  { targetLufs, truePeakDb }: PartLoudness,
  takeTurn: TakeTurn,
): Promise<Levelling> {
  const play = (): PcmStream => ({ ...playSpool(spool, { reverse: false, loop: false }), close: () => undefined });
  const measured = await measureStream(play(), spool.samples, createLoudnessMeter(), takeTurn);
  if (!measured) return { gainDb: 0, ceilingDb: null };
  const plainDb = Math.min(MOST_DB, targetLufs - measured.integratedLufs);
  if (measured.truePeakDb + plainDb <= truePeakDb) return { gainDb: plainDb, ceilingDb: null };
  let levelling: Levelling = { gainDb: plainDb, ceilingDb: truePeakDb };
  for (let round = 0; round < ROUNDS; round += 1) {
    const levelled = openProcessors(play(), levellers(levelling));
    const reached = await measureStream(levelled, spool.samples, createIntegratedLoudness(), takeTurn);
    const missing = reached === null ? 0 : targetLufs - reached;
    const gainDb = Math.min(plainDb + MOST_EXTRA_DB, MOST_DB, levelling.gainDb + missing);
    if (Math.abs(missing) <= CLOSE_LU || gainDb === levelling.gainDb) break;
    levelling = { gainDb, ceilingDb: truePeakDb };
  }
  return levelling;
}

/** Returns the audio processors that apply a gain and limiter setting. */
function levellers({ gainDb, ceilingDb }: Levelling): Processor[] {
  const factor = gainOfDb(gainDb);
  const gain: Processor = {
    latency: 0,
    process({ left, right }, count) {
      for (let i = 0; i < count; i++) {
        left[i] = (left[i] ?? 0) * factor;
        right[i] = (right[i] ?? 0) * factor;
      }
    },
  };
  if (ceilingDb === null) return gainDb === 0 ? [] : [gain];
  return [gain, createLimiter({ ceiling: gainOfDb(ceilingDb), releaseSec: RELEASE_SEC, truePeak: true })];
}

const BLOCK = 4_096;
const BLOCKS_A_TURN = 32;

/**
 * Measures up to `samples` samples of a stream and closes it. Calls `takeTurn` regularly, so that other work can run.
 */
async function measureStream<Result>(
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
