import type { PartLoudness } from '@framemill/timeline';
import type { PcmStream } from '../audio-format.ts';
import { gainOfDb } from '../dsp/decibels.ts';
import { createLimiter } from '../limiter.ts';
import { openProcessors } from '../processors/chain.ts';
import type { Processor } from '../processors/processor.ts';
import { measureStream } from './measure-stream.ts';

/** What has to be done to a sound to bring it to its loudness. */
export interface Levelling {
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
 * Finds what brings a sound of `samples` samples to its loudness. Plays it once to measure it, and up to three times more when its peaks have to be limited. Raises by 40 dB at most, and
 * by 6 dB at most to make up for limiting: sound made of few sharp peaks stays softer than its target. Silence stays as it is.
 */
export async function findLevelling(
  play: () => Promise<PcmStream>,
  samples: number,
  { targetLufs, truePeakDb }: PartLoudness,
): Promise<Levelling> {
  const measured = await measureStream(await play(), samples);
  if (!measured) return { gainDb: 0, ceilingDb: null };
  const plainDb = Math.min(MOST_DB, targetLufs - measured.integratedLufs);
  if (measured.truePeakDb + plainDb <= truePeakDb) return { gainDb: plainDb, ceilingDb: null };
  let levelling: Levelling = { gainDb: plainDb, ceilingDb: truePeakDb };
  for (let round = 0; round < ROUNDS; round += 1) {
    const reached = await measureStream(openProcessors(await play(), levellers(levelling)), samples);
    const missing = reached ? targetLufs - reached.integratedLufs : 0;
    const gainDb = Math.min(plainDb + MOST_EXTRA_DB, MOST_DB, levelling.gainDb + missing);
    if (Math.abs(missing) <= CLOSE_LU || gainDb === levelling.gainDb) break;
    levelling = { gainDb, ceilingDb: truePeakDb };
  }
  return levelling;
}

/** The processors that do it. */
export function levellers({ gainDb, ceilingDb }: Levelling): Processor[] {
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
