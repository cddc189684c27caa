import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openAudioEncoder } from '../../src/audio/audio-encoder.ts';
import { audioCodecs } from '../../src/audio/encoders.ts';
import { openFileStream } from '../../src/audio/file-stream.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'framemill-gapless-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Generates a silent stereo signal with one pulse of 64 samples around the sample `at`. */
function stroke(samples: number, at: number) {
  const left = Float32Array.from({ length: samples }, (_, n) =>
    Math.abs(n - at) < 32 ? 0.8 * Math.cos((Math.PI * (n - at)) / 64) : 0,
  );
  return { left, right: left.slice() };
}

function decode(file: string) {
  const most = 100_000;
  const block = { left: new Float32Array(most), right: new Float32Array(most) };
  const stream = openFileStream(file, 0);
  const samples = stream.read(block, 0, most);
  stream.close();
  const peak = block.left.reduce((best, value, n) => (value > (block.left[best] ?? 0) ? n : best), 0);
  return { samples, peak };
}

describe('AAC', () => {
  it.each([1, 1_023, 1_024, 1_025, 2_048, 2_049, 48_001])(
    'of %i samples is as long, and its stroke at its sample',
    (samples) => {
      const file = path.join(folder, `${samples}.mp4`);
      const middle = Math.floor(samples / 2);
      const encoder = openAudioEncoder(audioCodecs.aac, 'standard', file);
      encoder.write(stroke(samples, middle), samples);
      expect(encoder.finish().samples).toBe(samples);
      const decoded = decode(file);
      expect(decoded.samples).toBe(samples);
      expect(Math.abs(decoded.peak - middle)).toBeLessThanOrEqual(1);
    },
  );
});
