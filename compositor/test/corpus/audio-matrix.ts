import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { likeness, strokes } from '../audio/against-decoder.ts';
import { audioCodecs, audioContainers, audioRates, makeAudio, ratesOf, reasonAgainst } from './audio-pairs.ts';
import type { Row } from './row.ts';

const SECONDS = 1.5;
/** Minimum correlation of an audio file with ffmpeg's decoding. */
const FLOOR = 0.999;

/**
 * Compares the decoding of every audio codec, at every sample rate and in every container that ffmpeg can write, with
 * ffmpeg's.
 */
export function* audioMatrix(folder: string): Generator<Row> {
  const raw = new Uint8Array(strokes(SECONDS).buffer);
  for (const codec of audioCodecs) {
    const supported = ratesOf(codec);
    for (const container of audioContainers) {
      for (const rate of audioRates) {
        if ((supported && !supported.includes(rate)) || reasonAgainst(codec, rate, container)) continue;
        const path = join(folder, `sound.${container}`);
        // Opus is at 48 kHz, whatever went in.
        const own = codec === 'libopus' ? 48_000 : rate;
        if (makeAudio(path, raw, codec, rate)) yield judged(path, `${codec} ${rate} Hz .${container}`, own);
        rmSync(path, { force: true });
      }
    }
  }
}

function judged(path: string, file: string, rate: number): Row {
  const judge = 'ffmpeg, contiguous';
  try {
    const { correlation, lagSec, longerSec } = likeness(path, rate, 2 * SECONDS);
    const note = `lag ${(lagSec * 1000).toFixed(1)} ms, longer by ${(longerSec * 1000).toFixed(1)} ms`;
    return { file, judge, figure: correlation, floor: FLOOR, note };
  } catch (error) {
    return { file, judge, figure: Number.NaN, floor: FLOOR, note: String(error).slice(0, 120) };
  }
}
