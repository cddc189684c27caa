import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffmpegSpeaks } from '@framemill/testing/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AudioAnalysis, analyseAudio } from '../../src/audio/analysis/analyse-audio.ts';
import { realMedia } from '../media/real-media.ts';
import { ebur128 } from './ebur128.ts';
import { writeWav } from './impulse-file.ts';
import { randomOf } from './signals.ts';

if (ffmpegMissing) console.warn(`analyse-audio: parts skipped, ${ffmpegMissing}`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-analysis-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Analyses a signal that a function generates sample by sample. */
function analyse(seconds: number, sample: (n: number, channel: number) => number): Promise<AudioAnalysis> {
  const path = join(folder, 'sound.wav');
  writeWav(path, { rate: 48_000, channels: 2, samples: seconds * 48_000, sample });
  return analyseAudio(path);
}

const tone = (n: number) => Math.sin(n / 20);
const below = ({ silences }: AudioAnalysis, db: number) => silences.filter(({ levelDb }) => levelDb <= db);
const covered = (stretches: readonly { startSec: number; endSec: number }[]) =>
  stretches.reduce((sum, { startSec, endSec }) => sum + endSec - startSec, 0);

/** Returns the start and end of the silences below a threshold in dB, in seconds, with adjacent ones merged. */
function joined(analysis: AudioAnalysis, db: number): [number, number][] {
  const result: [number, number][] = [];
  for (const { startSec, endSec } of below(analysis, db)) {
    const last = result.at(-1);
    if (last && startSec - last[1] < 1e-9) last[1] = endSec;
    else result.push([startSec, endSec]);
  }
  return result;
}

describe('quiet stretches', () => {
  it('lie inside the pauses, within 50 ms of their ends, at their level', async () => {
    const analysis = await analyse(4, (n) => tone(n) * (n > 48_000 && n < 96_000 ? 0.001 : 0.5));
    const [[start, end] = [0, 0], ...more] = joined(analysis, -40);
    expect(more).toEqual([]);
    expect(start).toBeGreaterThanOrEqual(1);
    expect(start).toBeLessThan(1.051);
    expect(end).toBeLessThanOrEqual(2);
    expect(end).toBeGreaterThan(1.949);
    expect(below(analysis, -40).map(({ levelDb }) => Math.round(levelDb))).toContain(-63);
  });

  it('are found below each threshold where the level goes down in steps', async () => {
    const steps = [0.5, 0.05, 0.005, 0.0005, 0];
    const analysis = await analyse(5, (n) => tone(n) * (steps[Math.floor(n / 48_000)] ?? 0));
    for (const [db, from] of [
      [-25, 1],
      [-45, 2],
      [-65, 3],
      [-90, 4],
    ] as const) {
      const [[start, end] = [0, 0]] = joined(analysis, db);
      expect(start - from).toBeGreaterThanOrEqual(0);
      expect(start - from).toBeLessThan(0.051);
      expect(end).toBe(5);
    }
  });

  it('are none in sound that pauses for less than 0.1 s, and one side is enough to be heard', async () => {
    const gaps = await analyse(3, (n) => (n % 9_600 < 4_000 ? 0 : 0.5 * tone(n)));
    expect(gaps.silences).toEqual([]);
    const oneSide = await analyse(2, (n, channel) => (channel === 0 ? 0.5 * tone(n) : 0));
    expect(oneSide.silences).toEqual([]);
  });

  it('cover digital silence whole, which has no loudness', async () => {
    const analysis = await analyse(2, () => 0);
    expect(analysis.silences).toEqual([{ startSec: 0, endSec: 2, levelDb: -96 }]);
    expect(analysis).toMatchObject({ loudness: null, speech: [], durationSec: 2 });
  });
});

describe('the waveform', () => {
  it('has the peak of each twentieth of a second', async () => {
    const { waveform } = await analyse(1.02, (n) => (n === 100 ? 0.5 : n === 2_400 ? -0.25 : n === 48_100 ? 1 : 0));
    expect(waveform.peaksPerSec).toBe(20);
    expect(waveform.peaks).toEqual([0.5, 0.25, ...Array.from({ length: 18 }, () => 0), 1]);
  });
});

describe('the peaks', () => {
  it('are the largest samples at five zooms, coarsest first', async () => {
    const { peaks } = await analyse(1.02, (n) => (n === 100 ? 0.5 : n === 2_400 ? -0.25 : n === 48_100 ? 1 : 0));
    expect(peaks.levels.map(({ peaksPerSec, count }) => [peaksPerSec, count])).toEqual([
      [1.875, 2],
      [7.5, 8],
      [30, 31],
      [120, 123],
      [480, 490],
    ]);
    const level = (at: number) => {
      const { offsetBytes, count } = peaks.levels[at] ?? { offsetBytes: 0, count: 0 };
      return peaks.data.subarray(offsetBytes, offsetBytes + count);
    };
    expect([...level(0)]).toEqual([128, 255]);
    expect([level(4)[1], level(4)[24], level(4)[481], level(4)[2]]).toEqual([128, 64, 255, 0]);
    expect(peaks.data).toHaveLength(2 + 8 + 31 + 123 + 490);
  });
});

describe('speech', () => {
  if (!ffmpegSpeaks) console.warn('analyse-audio: speech skipped, this ffmpeg has no voices (filter flite)');
  const text =
    'First you upload your pictures. Then you place them on tracks and add captions. Finally the film is made.';

  it.skipIf(!ffmpegSpeaks).each(['slt', 'rms', 'awb', 'kal'])(
    'of the voice %s is found between pauses',
    async (voice) => {
      const path = join(folder, `${voice}.wav`);
      const spoken = `flite=text='${text}':voice=${voice},aresample=48000,adelay=3000,apad=pad_dur=3`;
      ffmpeg(['-f', 'lavfi', '-i', spoken, path]);
      const { speech, durationSec } = await analyseAudio(path);
      expect(speech[0]?.startSec).toBeGreaterThan(2.9);
      expect(speech[0]?.startSec).toBeLessThan(3.6);
      expect(speech.at(-1)?.endSec).toBeLessThan(durationSec - 2.8);
      expect(covered(speech)).toBeGreaterThan((durationSec - 6) * 0.75);
    },
  );

  it.each([
    { what: 'a chord', sample: (n: number) => [220, 277, 330].reduce((sum, hertz) => sum + 0.2 * sine(hertz, n), 0) },
    { what: 'plucked notes', sample: (n: number) => 0.5 * sine(220 * 2 ** (Math.floor(n / 24_000) / 6), n) * decay(n) },
    { what: 'a drum machine', sample: drums() },
  ])('is none in $what', async ({ sample }) => {
    expect((await analyse(8, sample)).speech).toEqual([]);
  });

  it.skipIf(realMedia === null)('is found in a real talk and not in real music', async () => {
    const talk = await analyseAudio(join(realMedia ?? '', 'Toothsome-Meme.VBRv2.mp3'));
    expect(covered(talk.speech)).toBeGreaterThan(talk.durationSec * 0.6);
    expect((await analyseAudio(join(realMedia ?? '', 'glitch-hop-is-dead.wav'))).speech).toEqual([]);
  });
});

describe('an analysis', () => {
  it.skipIf(ffmpegMissing || realMedia === null)('of a real file has the loudness that ffmpeg measures', async () => {
    const path = join(realMedia ?? '', 'glitch-hop-is-dead.wav');
    const { loudness } = await analyseAudio(path);
    const judged = ebur128(['-i', path]);
    expect(Math.abs((loudness?.integratedLufs ?? 0) - judged.integratedLufs)).toBeLessThanOrEqual(0.1);
    expect(Math.abs((loudness?.truePeakDb ?? 0) - judged.truePeakDb)).toBeLessThanOrEqual(0.2);
  });

  it('refuses a file without sound', async () => {
    const path = join(folder, 'no-sound.wav');
    writeFileSync(path, 'RIFF and no more');
    await expect(analyseAudio(path)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

function sine(hertz: number, n: number): number {
  return Math.sin((2 * Math.PI * hertz * n) / 48_000);
}

function decay(n: number): number {
  return Math.exp(-(n % 24_000) / 8_000);
}

function drums(): (n: number) => number {
  const random = randomOf(1);
  return (n) => {
    const since = n % 12_000;
    const kick = n % 24_000 < 12_000 ? sine(55, since) * Math.exp(-since / 3_000) : 0;
    return 0.5 * kick + 0.4 * (random() - 0.5) * Math.exp(-since / 1_500);
  };
}
