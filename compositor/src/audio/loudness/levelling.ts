import type { PartLoudness } from '@framemill/timeline';
import type { PcmStream } from '../audio-format.ts';
import { gainOfDb } from '../dsp/decibels.ts';
import { createLimiter } from '../limiter.ts';
import { openProcessors } from '../processors/chain.ts';
import type { Processor } from '../processors/processor.ts';
import { playSpool, type Spool } from '../spool.ts';
import type { TakeTurn } from '../turns.ts';
import { createIntegratedLoudness } from './integrated-loudness.ts';
import { createLoudnessMeter } from './loudness-meter.ts';
import { measureStream } from './measure-stream.ts';

/** What has to be done to a sound to bring it to its loudness. */
interface Levelling {
  gainDb: number;
  /** Ceiling of a true-peak limiter behind the gain, dBTP; null: the peaks stay below it by themselves. */
  ceilingDb: number | null;
}

/** Silence that is raised without limit is noise. Decibels. */
const MOST_DB = 40;
const RELEASE_SEC = 0.08;
/** Limiting takes loudness away, which more gain brings back: so much at most, in so many rounds, to this close. */
const MOST_EXTRA_DB = 6;
const ROUNDS = 3;
const CLOSE_LU = 0.2;

/**
 * Plays a stored sound at its loudness; the result removes its file when it is closed. The sound is measured before, and up to three times more when its
 * peaks have to be limited. It is raised by 40 dB at most, and by 6 dB at most to make up for limiting: sound made of few sharp peaks stays softer
 * than its target. Silence stays as it is. Removes the file when it fails.
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

/** The processors that do it. */
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
