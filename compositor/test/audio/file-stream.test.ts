import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { realMedia } from '../media/real-media.ts';
import { peakOf, rms, writeWav } from './impulse-file.ts';
import { amplitudeAt } from './signals.ts';

if (ffmpegMissing) console.warn(`file-stream: parts skipped, ${ffmpegMissing}`);

const SECONDS = 5;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-sound-'));
  for (const rate of [48_000, 44_100, 22_050]) impulses(`impulses-${rate}.wav`, rate);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file with a click at each whole second. */
function impulses(name: string, rate: number): void {
  writeWav(join(folder, name), {
    rate,
    channels: 1,
    samples: rate * SECONDS,
    sample: (n) => (n % rate === 0 ? 0.9 : 0),
  });
}

function readAll(path: string, from: number) {
  const stream = openFileStream(path, from);
  const left = new Float32Array(48_000 * (SECONDS + 1));
  const right = new Float32Array(left.length);
  const samples = stream.read({ left, right }, 0, left.length);
  stream.close();
  return { left, right, samples };
}

const starts = [0, 95_900, 100_001];

describe('sound of a file', () => {
  it.each([48_000, 44_100, 22_050])('at %i Hz puts second s at sample s * 48000, from wherever it is read', (rate) => {
    for (const from of starts) {
      const { left, right, samples } = readAll(join(folder, `impulses-${rate}.wav`), from);
      expect(samples + from).toBe(48_000 * SECONDS);
      for (let second = Math.ceil(from / 48_000); second < SECONDS; second++) {
        const expected = second * 48_000 - from;
        expect(peakOf(left, Math.max(0, expected - 500), expected + 500)).toBe(expected);
        // Mono is as loud on both sides as in the file.
        expect(left[expected]).toBeCloseTo(0.9, 2);
        expect(right[expected]).toBe(left[expected]);
      }
    }
  });

  const codecs = [
    { name: 'aac.m4a', from: 48_000, args: ['-c:a', 'aac', '-b:a', '192k'] },
    { name: 'aac-44100.m4a', from: 44_100, args: ['-c:a', 'aac', '-b:a', '192k'] },
    { name: 'mp3.mp3', from: 48_000, args: ['-c:a', 'libmp3lame', '-b:a', '192k'] },
    { name: 'flac.flac', from: 44_100, args: [] },
    { name: 'opus.webm', from: 48_000, args: ['-c:a', 'libopus', '-b:a', '192k'] },
    { name: 'vorbis.ogg', from: 48_000, args: ['-c:a', 'libvorbis', '-q:a', '8'] },
  ];

  it.skipIf(ffmpegMissing).each(codecs)(
    "in $name starts after the codec's priming, exact to the sample",
    ({ name, from, args }) => {
      const path = join(folder, name);
      ffmpeg(['-i', join(folder, `impulses-${from}.wav`), ...args, path]);
      for (const start of starts) {
        const { left } = readAll(path, start);
        for (let second = Math.ceil(start / 48_000) + 1; second < SECONDS; second++) {
          const expected = second * 48_000 - start;
          expect(peakOf(left, expected - 500, expected + 500)).toBe(expected);
        }
      }
    },
  );

  it.skipIf(ffmpegMissing)('keeps the frequencies of a sweep at another rate', () => {
    const path = join(folder, 'sweep-44100.wav');
    ffmpeg(['-f', 'lavfi', '-i', 'aevalsrc=0.5*sin(2*PI*(200*t+1800*t*t)):s=44100:d=5', path]);
    const judged = ffmpeg(['-i', path, '-ar', '48000', '-f', 'f32le', 'pipe:1']);
    const reference = new Float32Array(judged.buffer, judged.byteOffset, judged.length / 4);
    const { left } = readAll(path, 48_000);
    const difference = Float32Array.from({ length: 150_000 }, (_, i) => (left[i] ?? 0) - (reference[i + 48_000] ?? 0));
    expect(rms(difference, 0, difference.length)).toBeLessThan(1e-3);
  });

  it.skipIf(ffmpegMissing).each([
    { name: 'broadcast.ts', rates: [44_100, 48_000], args: ['-c:a', 'aac', '-f', 'mpegts'] },
    { name: 'radio.mp3', rates: [44_100, 48_000], args: ['-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'] },
    { name: 'radio.aac', rates: [44_100, 48_000], args: ['-c:a', 'aac', '-f', 'adts'] },
  ])('in $name goes on in one piece where its rate changes', ({ name, rates, args }) => {
    const path = join(folder, name);
    const pieces = rates.map((rate, i) => {
      const tone = `aevalsrc=0.4*sin(2*PI*1000*t):s=${rate}:d=2`;
      return ffmpeg(['-f', 'lavfi', '-i', tone, ...args, '-output_ts_offset', String(2 * i), 'pipe:1']);
    });
    writeFileSync(path, Buffer.concat(pieces));
    const { left, samples } = readAll(path, 0);
    expect(samples / 48_000).toBeCloseTo(4.07, 1);
    for (const from of [12_000, 108_000]) {
      // A jump turns the phase: then the tone is not all that there is.
      const all = rms(left, from, from + 72_000) * Math.SQRT2;
      expect(amplitudeAt(left, 1_000, from, from + 72_000) / all).toBeCloseTo(1, 3);
    }
  });

  it.skipIf(ffmpegMissing).each([44_100, 11_127])(
    'that starts after the picture is heard from its first sample on, at %i Hz',
    (rate) => {
      const path = join(folder, `late-${rate}.mov`);
      const tone = `aevalsrc=0.4*cos(2*PI*400*t)|0.4*cos(2*PI*400*t):s=${rate}:d=0.5`;
      const late = ['-itsoffset', '0.7', '-f', 'lavfi', '-i', tone];
      ffmpeg(['-f', 'lavfi', '-i', 'color=s=16x16:d=1', ...late, '-c:v', 'mpeg4', '-c:a', 'pcm_s16le', path]);
      const { left } = readAll(path, 0);
      const first = left.findIndex((value) => value > 0.2) / 48_000;
      expect(Math.abs(first - 0.7)).toBeLessThan(0.001);
    },
  );

  it.skipIf(ffmpegMissing)('has silence where a float file holds no numbers', () => {
    const path = join(folder, 'no-numbers.wav');
    const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const samples = Float32Array.from({ length: 9_600 }, (_, n) => bad[n - 4_800] ?? 0.25);
    const raw = ['-f', 'f32le', '-ar', '48000', '-ac', '1', '-i', 'pipe:0', '-c:a', 'pcm_f32le'];
    ffmpeg([...raw, path], new Uint8Array(samples.buffer));
    const { left } = readAll(path, 0);
    expect([...left.subarray(4_799, 4_804)]).toEqual([0.25, 0, 0, 0, 0.25]);
  });

  it.skipIf(realMedia === null)('of music with a cover picture is found beside the picture', () => {
    const { samples, left } = readAll(join(realMedia ?? '', 'glitch-hop-is-dead.wav'), 0);
    expect(samples).toBe(left.length);
    expect(rms(left, 0, samples)).toBeGreaterThan(0.01);
  });

  it('is refused where there is none', () => {
    expect(() => openFileStream(join(folder, 'missing.wav'), 0)).toThrow(/cannot be opened/);
  });
});
