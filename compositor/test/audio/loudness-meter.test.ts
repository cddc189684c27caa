import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpegMissing } from '@framemill/testing/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLoudnessMeter } from '../../src/audio/loudness/loudness-meter.ts';
import { createTruePeak, phaseFilters, TRUE_PEAK_TAPS } from '../../src/audio/loudness/true-peak.ts';
import { ebur128 } from './ebur128.ts';
import { randomOf, toneOf } from './signals.ts';

if (ffmpegMissing) console.warn(`loudness-meter: parts skipped, ${ffmpegMissing}`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-loudness-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function measure(left: Float32Array, right = left, block = 4_096) {
  const meter = createLoudnessMeter();
  for (let at = 0; at < left.length; at += block) meter.add({ left, right }, at, Math.min(block, left.length - at));
  return meter.finish();
}

const noise = () => {
  const random = randomOf(7);
  return Float32Array.from({ length: 48_000 * 8 }, (_, n) => (random() - 0.5) * (n < 200_000 ? 0.02 : 0.8));
};

describe('loudness', () => {
  it('of a 997 Hz sine at -23 dBFS on both sides is -23 LUFS, as EBU Tech 3341 case 1 wants', () => {
    const tone = toneOf(997, 10 ** (-23 / 20), 48_000 * 5);
    expect(measure(tone)?.integratedLufs).toBeCloseTo(-23, 1);
    expect(measure(tone, new Float32Array(tone.length))?.integratedLufs).toBeCloseTo(-26.01, 1);
  });

  it('leaves out what lies 10 LU below the rest', () => {
    const loud = toneOf(997, 0.1, 48_000 * 5);
    const withQuiet = new Float32Array(48_000 * 10);
    withQuiet.set(loud);
    withQuiet.set(toneOf(997, 0.02, 48_000 * 5), loud.length);
    // Blocks that straddle the step count with their mean; without a gate it would be 2.8 LU less.
    expect(measure(withQuiet)?.integratedLufs).toBeGreaterThan((measure(loud)?.integratedLufs ?? 0) - 0.2);
  });

  it('does not depend on how the sound is cut into blocks, to the bit', () => {
    const audio = noise();
    expect(measure(audio, audio, 777)).toEqual(measure(audio, audio, 65_536));
  });

  it('of silence and of almost silence is none; a short sound has that of its length', () => {
    expect(measure(new Float32Array(48_000))).toBeNull();
    expect(measure(toneOf(997, 1e-4, 48_000))).toBeNull();
    expect(measure(new Float32Array(0))).toBeNull();
    expect(measure(toneOf(997, 10 ** (-23 / 20), 9_600))?.integratedLufs).toBeCloseTo(-23, 0);
  });

  it.skipIf(ffmpegMissing).each([
    { what: 'noise, soft then loud', sound: noise },
    { what: 'a low tone', sound: () => toneOf(60, 0.5, 48_000 * 6) },
    {
      what: 'a tone between samples',
      sound: () =>
        toneOf(10_000, 0.9, 48_000 * 4, Math.PI / 4).map((v, n) => v * Math.min(1, n / 4_800, (192_000 - n) / 4_800)),
    },
    {
      what: 'steps down to silence',
      sound: () => toneOf(1_500, 0.5, 480_000).map((v, n) => v * 10 ** -Math.floor(n / 60_000)),
    },
  ])('of $what is what ffmpeg measures, to 0.1 LU and 0.2 dB', ({ sound: audio }) => {
    const values = audio();
    const path = join(folder, 'sound.f32');
    writeFileSync(path, new Uint8Array(values.buffer));
    const judged = ebur128(['-f', 'f32le', '-ar', '48000', '-ac', '1', '-i', path, '-af', 'pan=stereo|c0=c0|c1=c0']);
    const own = measure(values);
    expect(Math.abs((own?.integratedLufs ?? 0) - judged.integratedLufs)).toBeLessThanOrEqual(0.1);
    expect(Math.abs((own?.truePeakDb ?? 0) - judged.truePeakDb)).toBeLessThanOrEqual(0.2);
  });
});

describe('the true peak', () => {
  it.each([4_000, 7_000, 12_000])('of a %i Hz sine sampled beside its peaks is its amplitude', (hertz) => {
    const tone = toneOf(hertz, 0.5, 48_000, Math.PI / 4);
    const meter = createTruePeak();
    // The sudden start overshoots: what counts is the tone once it goes on.
    meter.add(
      tone.map((value, n) => value * Math.min(1, n / 4_800)),
      0,
      tone.length - 4_800,
    );
    expect(20 * Math.log10(meter.peak / 0.5)).toBeGreaterThan(-0.17);
    expect(20 * Math.log10(meter.peak / 0.5)).toBeLessThan(0.1);
  });

  it.each([1, 2, 3])(
    'of sound of any level is that of all points between samples, however it is cut (seed %i)',
    (seed) => {
      const random = randomOf(seed);
      // Bursts and near silence: most stretches cannot hold the peak and are left out.
      let level = 0.01;
      const audio = Float32Array.from({ length: 20_000 }, (_, n) => {
        if (n % 90 === 0) level = random() ** 6;
        return (random() - 0.5) * level;
      });
      const padded = Float32Array.from([...new Float32Array(TRUE_PEAK_TAPS - 1), ...audio]);
      let highest = Math.max(...audio.map(Math.abs));
      for (const taps of phaseFilters()) {
        for (let n = 0; n < audio.length; n++) {
          const point = taps.reduce((sum, tap, k) => sum + tap * (padded[n + k] ?? 0), 0);
          highest = Math.max(highest, Math.abs(point));
        }
      }
      for (const block of [20_000, 777, 31]) {
        const meter = createTruePeak();
        for (let at = 0; at < audio.length; at += block) meter.add(audio, at, Math.min(block, audio.length - at));
        expect(meter.peak).toBe(highest);
      }
    },
  );
});
