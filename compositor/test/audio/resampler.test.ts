import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StereoBlock } from '../../src/audio/audio-format.ts';
import { createResampler } from '../../src/audio/dsp/resampler.ts';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { writeWav } from './impulse-file.ts';
import { randomOf } from './signals.ts';

describe('the resampler of browsers', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-resampler-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Resamples noise in blocks of uneven size. */
  function resampled(values: Float32Array, rate: number): Float32Array {
    const resample = createResampler(rate);
    const parts: StereoBlock[] = [];
    for (let at = 0; at < values.length; at += 1_021) {
      const side = values.subarray(at, at + 1_021);
      parts.push(resample({ left: side, right: side }));
    }
    parts.push(resample(null));
    return Float32Array.from(parts.flatMap(({ left }) => [...left]));
  }

  it.each([8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000])(
    'gives the samples of the codec library, from noise of %i Hz to its edges',
    (rate) => {
      const random = randomOf(rate);
      const noise = Float32Array.from({ length: rate / 2 }, () => Math.round((random() - 0.5) * 32_767) / 32_768);
      const path = join(folder, `${rate}.wav`);
      writeWav(path, { rate, channels: 2, samples: noise.length, sample: (n) => ((noise[n] ?? 0) * 32_768) / 32_767 });
      const ours = resampled(noise, rate);
      const left = new Float32Array(ours.length + 100);
      const stream = openFileStream(path, 0);
      const count = stream.read({ left, right: new Float32Array(left.length) }, 0, left.length);
      stream.close();
      expect(ours.length).toBe(count);
      const worst = ours.reduce((most, value, n) => Math.max(most, Math.abs(value - (left[n] ?? 0))), 0);
      expect(worst).toBeLessThan(1e-4);
    },
  );

  it('resamples audio that is shorter than its filter', () => {
    const one = createResampler(44_100);
    expect(one({ left: Float32Array.of(0.5), right: Float32Array.of(0.5) }).left.length).toBe(0);
    expect([...one(null).left].map((value) => value.toFixed(3))).toEqual(['0.500', '0.500']);
    expect(createResampler(44_100)(null).left.length).toBe(0);
  });
});
