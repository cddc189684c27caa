import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { sampled } from '@framemill/testing/sampled';
import { afterAll, describe, expect, it } from 'vitest';
import { makeAudio } from '../corpus/audio-pairs.ts';
import { makeFolder } from '../scenes.ts';
import { contiguousAudio, correlation, decodedAudio, likeness, strokes } from './against-decoder.ts';

if (ffmpegMissing) console.warn(`contiguous: skipped, ${ffmpegMissing}`);

const SECONDS = 1.5;
const RATE = 48_000;
const folder = makeFolder();
const raw = new Uint8Array(strokes(SECONDS).buffer);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Of the some 1,700 pairs of `npm run test:corpus`: blocks of several sizes, coarse clocks, stamps that are rare, and
// AVI's, which some muxers count wrongly.
const pairs: [codec: string, rate: number, container: string][] = [
  ['libvorbis', 32_000, 'ogg'],
  ['libvorbis', 44_100, 'ogg'],
  ['libvorbis', 44_100, 'mkv'],
  ['libvorbis', 96_000, 'webm'],
  ['libvorbis', 44_100, 'avi'],
  ['libvorbis', 32_000, 'asf'],
  ['vorbis', 44_100, 'ogg'],
  ['wmav2', 44_100, 'asf'],
  ['wmav1', 22_050, 'avi'],
  ['aac', 8_000, 'mkv'],
  ['aac', 44_100, 'ts'],
  ['libmp3lame', 11_025, 'flv'],
  ['libmp3lame', 44_100, 'mkv'],
  ['eac3', 44_100, 'avi'],
  ['pcm_s16be', 32_000, 'mpg'],
  ['flac', 88_200, 'mkv'],
  ['libopus', 48_000, 'webm'],
];

/**
 * Writes `seconds` of AAC into a Matroska file whose time stamps are replaced by an expression of ffmpeg's filter
 * `setts`.
 */
function restamped(name: string, source: readonly string[], stamps: string, input?: Uint8Array): string {
  const path = join(folder, name);
  const coded = ffmpeg([...source, '-ac', '1', '-c:a', 'aac', '-b:a', '160k', '-f', 'matroska', 'pipe:1'], input);
  ffmpeg(['-i', 'pipe:0', '-c', 'copy', '-bsf:a', `setts=ts=${stamps}`, path], coded);
  return path;
}
const strokesInput = ['-f', 'f32le', '-ar', String(RATE), '-ac', '1', '-i', 'pipe:0'];

/**
 * Returns the largest discontinuity in a tone of 1 kHz: the largest difference between a sample and its prediction from
 * its neighbours.
 */
function largestClick(tone: Float32Array, from: number, until: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * 1000) / RATE);
  let most = 0;
  for (let n = from; n < until; n++) {
    const rest = (tone[n + 1] ?? 0) - turn * (tone[n] ?? 0) + (tone[n - 1] ?? 0);
    most = Math.max(most, Math.abs(rest));
  }
  return most;
}

describe.skipIf(ffmpegMissing)('decoded audio', () => {
  for (const { cases, tags } of sampled(pairs, 4))
    it.each(cases)(
      '%s at %i Hz in .%s is the contiguous decoding of another program',
      { tags },
      (codec, rate, container) => {
        const path = join(folder, `sound.${container}`);
        expect(makeAudio(path, raw, codec, rate)).toBe(true);
        expect(likeness(path, rate, 2 * SECONDS).correlation).toBeGreaterThan(0.999);
      },
    );

  it('is contiguous where stamps jitter by 30 ms', () => {
    const path = restamped('jitter.mkv', strokesInput, 'TS+30*mod(N\\,3)/2', raw);
    expect(likeness(path, RATE, 2 * SECONDS).correlation).toBeGreaterThan(0.999);
  });

  it.each([
    { name: 'gap', byMs: 500 },
    { name: 'short-gap', byMs: 43 },
    { name: 'overlap', byMs: -150 },
  ])('goes on at its stamp behind a $name of $byMs ms', ({ name, byMs }) => {
    const path = restamped(`${name}.mkv`, strokesInput, `TS+if(gte(N\\,35)\\,${byMs}\\,0)`, raw);
    const audible = decodedAudio(path, 3);
    const judge = contiguousAudio(path, 3);
    const [edge, by] = [35 * 1024, (byMs * RATE) / 1000];
    expect(correlation(audible.subarray(0, edge - 1024), judge.subarray(0, edge - 1024))).toBeGreaterThan(0.999);
    const [from, until] = [Math.max(edge, edge + by) + 1024, edge + by + 30_000];
    // Its stamp is a whole millisecond: the sound may lie one beside.
    const most = Math.max(
      ...Array.from({ length: 97 }, (_, i) =>
        correlation(audible.subarray(from, until), judge.subarray(from - by + i - 48, until - by + i - 48)),
      ),
    );
    expect(most).toBeGreaterThan(0.999);
    expect(audible.length / RATE).toBeCloseTo((judge.length + by) / RATE, 2);
  });

  it.each(['gap', 'overlap'])('does not click at a %s', (name) => {
    const by = name === 'gap' ? 400 : -100;
    const tone = ['-f', 'lavfi', '-i', `aevalsrc=0.4*sin(2*PI*1000*t):s=${RATE}:d=1.5`];
    const path = restamped(`click-${name}.mkv`, tone, `TS+if(gte(N\\,35)\\,${by}\\,0)`);
    // A hard edge of the tone is up to 0.4; where it sets in it has a bend of 0.05.
    expect(largestClick(decodedAudio(path, 3), 4_800, RATE)).toBeLessThan(0.06);
  });

  it.each([1.003, 0.997])('follows a clock that runs away, without a click: %f s a second', (rate) => {
    const tone = ['-f', 'lavfi', '-i', `aevalsrc=0.4*sin(2*PI*1000*t):s=${RATE}:d=9`];
    const path = restamped(`clock-${rate}.mkv`, tone, `TS*${rate}`);
    const audible = decodedAudio(path, 12);
    // With the encoder's priming it is 9.02 s to 9.04 s long; the clock is followed to some 10 ms.
    expect(audible.length / RATE).toBeGreaterThan(9.02 * rate - 0.015);
    expect(audible.length / RATE).toBeLessThan(9.04 * rate + 0.015);
    expect(largestClick(audible, 4_800, 8.9 * RATE)).toBeLessThan(0.001);
  });
});
