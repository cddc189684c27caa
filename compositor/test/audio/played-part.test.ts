import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AudioPart } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StereoBlock } from '../../src/audio/audio-format.ts';
import { nodeAudio } from '../../src/audio/mixer.ts';
import { openPlayedPart } from '../../src/audio/played-part.ts';
import { changeTempo } from '../../src/audio/tempo.ts';
import { partOf } from './audio-part.ts';
import { peakOf, rms, writeWav } from './impulse-file.ts';
import { pitchOf } from './signals.ts';

let folder = '';
let ramp = '';
let tone = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-part-'));
  // Sample n has the value n / 100000: every sample tells where it comes from.
  ramp = join(folder, 'ramp.wav');
  writeWav(ramp, { rate: 48_000, channels: 2, samples: 96_000, sample: (n) => n / 100_000 });
  tone = join(folder, 'tone.wav');
  writeWav(tone, {
    rate: 48_000,
    channels: 2,
    samples: 96_000,
    sample: (n) => 0.5 * Math.sin((2 * Math.PI * 480 * n) / 48_000),
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function play(path: string, changes: Partial<AudioPart>): Promise<Float32Array> {
  const part = partOf(changes);
  const spool = join(folder, 'spool');
  const stream = await openPlayedPart(part, (from) => nodeAudio.openSource(path, from), spool, nodeAudio);
  const left = new Float32Array(part.lengthSamples);
  // In pieces of odd size, as the mixer never asks for everything at once.
  for (let at = 0; at < left.length; at += 3_001) {
    if (stream.read({ left, right: new Float32Array(left.length) }, at, Math.min(3_001, left.length - at)) === 0) break;
  }
  stream.close();
  expect(existsSync(spool)).toBe(false);
  return left;
}

/**
 * Returns the number of the source sample that was played at each of `places`. The source is a ramp, so that each value
 * encodes its sample number.
 */
function origins(played: Float32Array, places: number[]): number[] {
  return places.map((place) => Math.round((played[place] ?? 0) * 100_000));
}

describe('a part of the mix', () => {
  it('is trimmed to the sample', async () => {
    const played = await play(ramp, { sourceStartSec: 0.25 });
    expect(near(origins(played, [0, 1, 47_999]), [12_000, 12_001, 59_999])).toBe(true);
  });

  it('plays backwards from the end of its region', async () => {
    const played = await play(ramp, { sourceStartSec: 0.5, reverse: true });
    expect(near(origins(played, [0, 1, 47_999]), [71_999, 71_998, 24_000])).toBe(true);
  });

  it('does not ring where a ramp begins and ends in the middle of a sound', async () => {
    const flat = { sourceStartSec: 0.5, lengthSamples: 24_000 };
    const points = [
      { atSample: 0, sourceSec: 0.5003 },
      { atSample: 24_000, sourceSec: 1.0003 },
    ];
    const backwards = points.map(({ atSample }, index) => ({ atSample, sourceSec: 1.0003 - index / 2 }));
    for (const [timeMap, reverse] of [
      [points, false],
      [backwards, true],
    ] as const) {
      const played = await play(tone, { ...flat, timeMap, reverse, preservePitch: false });
      const worst = played.reduce((most, value, n) => {
        const place = (reverse ? 1.0003 * 48_000 - 1 - n : 0.5003 * 48_000 + n) % 48_000;
        return Math.max(most, Math.abs(value - 0.5 * Math.sin((2 * Math.PI * 480 * place) / 48_000)));
      }, 0);
      expect(worst).toBeLessThan(0.002);
    }
  });

  it('repeats between its in-point and the end of the loop', async () => {
    const played = await play(ramp, { sourceStartSec: 0.5, loop: true, loopEndSec: 0.75 });
    expect(near(origins(played, [0, 11_999, 12_000, 24_001, 47_999]), [24_000, 35_999, 24_000, 24_001, 35_999])).toBe(
      true,
    );
  });

  it('repeats backwards', async () => {
    const played = await play(ramp, { sourceStartSec: 0.5, loop: true, loopEndSec: 0.75, reverse: true });
    expect(near(origins(played, [0, 11_999, 12_000]), [35_999, 24_000, 35_999])).toBe(true);
  });

  it('repeats backwards so that it ends at its in-point, whole rounds or not', async () => {
    const loop = { loop: true, reverse: true, sourceStartSec: 0.5, loopEndSec: 0.75 };
    const played = await play(ramp, { ...loop, lengthSamples: 30_000 });
    expect(near(origins(played, [0, 5_999, 6_000, 29_999]), [29_999, 24_000, 35_999, 24_000])).toBe(true);
    const timeMap = [
      { atSample: 0, sourceSec: 1.125 },
      { atSample: 30_000, sourceSec: 0.5 },
    ];
    const ramped = await play(ramp, { ...loop, lengthSamples: 30_000, timeMap });
    expect(near(origins(ramped, [1_000, 7_000, 20_000]), origins(played, [1_000, 7_000, 20_000]))).toBe(true);
  });

  it('begins, and backwards ends, within its loop', async () => {
    const loop = { loop: true, sourceStartSec: 0.5, loopEndSec: 0.75, lengthSamples: 18_000 };
    const whole = await play(ramp, { ...loop, lengthSamples: 30_000 });
    const later = await play(ramp, { ...loop, loopOffsetSec: 0.125 });
    expect(near(origins(later, [0, 5_999, 6_000, 17_999]), [30_000, 35_999, 24_000, 35_999])).toBe(true);
    expect(later).toEqual(whole.subarray(6_000, 24_000));
    // One that ends before its loop is through, too.
    const short = await play(ramp, { ...loop, loopOffsetSec: 0.125, lengthSamples: 3_000 });
    expect(short).toEqual(whole.subarray(6_000, 9_000));
    const back = await play(ramp, { ...loop, reverse: true, loopOffsetSec: 0.125 });
    expect(near(origins(back, [0, 11_999, 12_000, 17_999]), [35_999, 24_000, 35_999, 30_000])).toBe(true);
  });

  it('goes on backwards from the end of its loop under the next clip', async () => {
    const loop = { loop: true, reverse: true, sourceStartSec: 0.5, lengthSamples: 36_000, handleSamples: 12_000 };
    // The clip itself is half a second, the loop as long, three quarters, or a fifth.
    for (const [loopEndSec, start, after] of [
      [1, 47_999, 47_999],
      [1.25, 47_999, 59_999],
      [0.7, 28_799, 33_599],
    ] as const) {
      const played = await play(ramp, { ...loop, loopEndSec });
      expect(near(origins(played, [0, 23_999, 24_000]), [start, 24_000, after])).toBe(true);
      const timeMap = [
        { atSample: 0, sourceSec: 1 },
        { atSample: 36_000, sourceSec: 0.25 },
      ];
      const ramped = await play(ramp, { ...loop, loopEndSec, timeMap });
      expect(near(origins(ramped, [1_000, 23_000, 25_000]), origins(played, [1_000, 23_000, 25_000]))).toBe(true);
    }
  });

  it('follows a speed ramp', async () => {
    const timeMap = [
      { atSample: 0, sourceSec: 0 },
      { atSample: 24_000, sourceSec: 0.25 },
      { atSample: 48_000, sourceSec: 1.25 },
    ];
    const played = await play(ramp, { timeMap, speed: 1.25 });
    expect(near(origins(played, [0, 12_000, 24_000, 36_000]), [0, 6_000, 12_000, 36_000])).toBe(true);
  });

  it('follows a speed ramp backwards and around a loop', async () => {
    const back = [
      { atSample: 0, sourceSec: 1.25 },
      { atSample: 24_000, sourceSec: 0.25 },
      { atSample: 48_000, sourceSec: 0 },
    ];
    const reversed = await play(ramp, { timeMap: back, speed: 1.25, reverse: true });
    expect(near(origins(reversed, [1_000, 12_000, 24_000, 36_000]), [57_999, 35_999, 11_999, 5_999])).toBe(true);
    const timeMap = [
      { atSample: 0, sourceSec: 0.5 },
      { atSample: 48_000, sourceSec: 1.5 },
    ];
    const looped = await play(ramp, { timeMap, sourceStartSec: 0.5, loop: true, loopEndSec: 0.75 });
    expect(near(origins(looped, [1_000, 13_000, 30_000]), [25_000, 25_000, 30_000])).toBe(true);
  });

  it.each([
    { preservePitch: true, pitch: 0, early: 480, late: 480 },
    { preservePitch: false, pitch: 0, early: 240, late: 960 },
    { preservePitch: true, pitch: 12, early: 960, late: 960 },
    { preservePitch: false, pitch: -12, early: 120, late: 480 },
  ])(
    'on a ramp from half to double speed (pitch kept: $preservePitch, $pitch semitones) sounds at $early and $late Hz',
    async ({ preservePitch, pitch, early, late }) => {
      const timeMap = [
        { atSample: 0, sourceSec: 0 },
        { atSample: 24_000, sourceSec: 0.25 },
        { atSample: 48_000, sourceSec: 1.25 },
      ];
      const played = await play(tone, { timeMap, speed: 1.25, preservePitch, pitch });
      expect(Math.abs(pitchOf(played, 4_000, 20_000) / early - 1)).toBeLessThan(0.02);
      expect(Math.abs(pitchOf(played, 28_000, 46_000) / late - 1)).toBeLessThan(0.02);
      expect(rms(played, 4_000, 46_000)).toBeCloseTo(0.5 / Math.SQRT2, 1);
    },
  );

  it('on a ramp that keeps the pitch is where the map says, to 15 ms', async () => {
    const path = join(folder, 'bursts.wav');
    const burst = (n: number) => (n % 12_000 < 480 ? 0.5 * Math.sin(n / 3) : 0);
    writeWav(path, { rate: 48_000, channels: 2, samples: 96_000, sample: burst });
    const timeMap = Array.from({ length: 51 }, (_, k) => ({
      atSample: k * 960,
      sourceSec: (k / 50) ** 2 + 0.5 * (k / 50),
    }));
    const played = await play(path, { timeMap, speed: 1.5, preservePitch: true });
    for (const sourceSec of [0.25, 0.5, 0.75, 1, 1.25]) {
      const at = 48_000 * (-0.25 + Math.sqrt(0.0625 + sourceSec));
      const found = played.findIndex((value, n) => n > at - 3_000 && Math.abs(value) > 0.2);
      expect(Math.abs(found - at)).toBeLessThan(720);
    }
  });

  it.each([
    { speed: 0.5, pitch: 0, mostMs: 10 },
    { speed: 0.75, pitch: 0, mostMs: 10 },
    { speed: 1.5, pitch: 0, mostMs: 10 },
    { speed: 2, pitch: 0, mostMs: 10 },
    { speed: 1, pitch: 12, mostMs: 10 },
    { speed: 1, pitch: -12, mostMs: 10 },
  ])(
    'at speed $speed and $pitch semitones a sound comes in at its time, to $mostMs ms',
    async ({ speed, pitch, mostMs }) => {
      for (const [onset, hertz] of [
        [24_000, 200],
        [24_331, 337],
        [24_662, 474],
      ] as const) {
        const path = join(folder, 'late-tone.wav');
        const sample = (n: number) => (n < onset ? 0 : 0.5 * Math.sin((2 * Math.PI * hertz * (n - onset)) / 48_000));
        writeWav(path, { rate: 48_000, channels: 2, samples: 96_000, sample });
        const played = await play(path, {
          speed,
          pitch,
          preservePitch: true,
          lengthSamples: Math.round(64_000 / speed),
        });
        // Where 5 ms are half as loud as the tone.
        let at = 0;
        while (at + 240 < played.length && rms(played, at, at + 240) < 0.25 * Math.SQRT1_2) at += 24;
        expect(Math.abs(at + 120 - onset / speed) / 48).toBeLessThan(mostMs);
      }
    },
  );

  describe.each([0.25, 0.5, 0.9, 1.5, 2, 4])('of strokes at speed %d with the pitch kept', (speed) => {
    const strokes = [0, 11_111, 24_000, 33_333, 48_000, 60_001, 71_000, 84_567];
    let path = '';
    beforeAll(() => {
      path = join(folder, `strokes-${speed}.wav`);
      const stroke = (n: number) => (n >= 0 && n < 240 ? 0.8 * Math.cos(n / 8) * (1 - n / 240) : 0);
      const sample = (n: number) => strokes.reduce((sum, at) => sum + stroke(n - at), 0.05 * Math.sin(n / 40));
      writeWav(path, { rate: 48_000, channels: 2, samples: 96_000, sample });
    });
    /** Returns the positions of loud samples, in samples, except those less than 5 ms after the previous one. */
    const audible = (played: Float32Array) => {
      const found: number[] = [];
      let loudAt = Number.NEGATIVE_INFINITY;
      for (const [at, value] of played.entries()) {
        if (Math.abs(value) < 0.3) continue;
        if (at - loudAt > 240) found.push(at);
        loudAt = at;
      }
      return found;
    };
    const errorsMs = (played: Float32Array, fromSample: number) => {
      const wanted = strokes.filter((at) => at >= fromSample).map((at) => (at - fromSample) / speed);
      const found = audible(played);
      expect(found).toHaveLength(wanted.length);
      return found.map((at, index) => Math.abs(at - (wanted[index] ?? 0)) / 48);
    };

    it('each is heard once, at its time to 3 ms', async () => {
      const played = await play(path, { speed, preservePitch: true, lengthSamples: Math.round(96_000 / speed) });
      expect(Math.max(...errorsMs(played, 0))).toBeLessThan(3);
    });

    it('each is heard so wherever the clip was cut', async () => {
      for (const cut of [12_000, 23_500, 46_000, 59_950]) {
        const lengthSamples = Math.round((96_000 - cut) / speed);
        const part = { speed, preservePitch: true, sourceStartSec: cut / 48_000, lengthSamples };
        expect(Math.max(...errorsMs(await play(path, part), cut))).toBeLessThan(3);
      }
    });
  });

  it.each([0.5, 0.75, 1.5])('at speed %d a tone that glides is where it should be, to 6 ms', async (speed) => {
    const path = join(folder, 'glide.wav');
    const sample = (n: number) => 0.5 * Math.sin(2 * Math.PI * (300 + (150 * n) / 48_000) * (n / 48_000));
    writeWav(path, { rate: 48_000, channels: 2, samples: 96_000, sample });
    const played = await play(path, { speed, preservePitch: true, lengthSamples: Math.round(96_000 / speed) });
    // 300 Hz more each second of the source.
    for (const sec of [0.5, 0.9, 1.3]) {
      const middle = Math.round((sec * 48_000) / speed);
      const audibleSec = (pitchOf(played, middle - 9_600, middle + 9_600) - 300) / 300;
      expect(Math.abs(audibleSec - sec) / speed).toBeLessThan(0.006);
    }
  });

  it.each([0.25, 1.75, 12])('at speed %d with its pitch kept is what a level ramp plays', async (speed) => {
    const lengthSamples = 6_000;
    const timeMap = [
      { atSample: 0, sourceSec: 0.25 },
      { atSample: lengthSamples, sourceSec: 0.25 + (lengthSamples * speed) / 48_000 },
    ];
    const part = { speed, preservePitch: true, sourceStartSec: 0.25, lengthSamples };
    expect(await play(tone, part)).toEqual(await play(tone, { ...part, timeMap }));
  });

  it('played slowly like a tape does not fall behind', () => {
    let next = 0;
    const source = {
      read({ left }: StereoBlock, offset: number, count: number) {
        for (let i = 0; i < count; i++) left[offset + i] = next++ / 100_000;
        return count;
      },
      close: () => undefined,
    };
    const lengthSamples = 480_000;
    const stream = changeTempo(source, { speed: 0.01234, preservePitch: false, pitch: 0, lengthSamples });
    const block = { left: new Float32Array(lengthSamples), right: new Float32Array(lengthSamples) };
    expect(stream.read(block, 0, lengthSamples)).toBe(lengthSamples);
    stream.close();
    expect(Math.abs((block.left[470_000] ?? 0) * 100_000 - 470_000 * 0.01234)).toBeLessThan(0.2);
  });

  it('played fast like a tape lets no treble fold back', async () => {
    const path = join(folder, 'treble.wav');
    writeWav(path, {
      rate: 48_000,
      channels: 2,
      samples: 96_000,
      sample: (n) => 0.5 * Math.sin(2 * Math.PI * 0.4 * n),
    });
    const timeMap = [
      { atSample: 0, sourceSec: 0 },
      { atSample: 24_000, sourceSec: 1 },
      { atSample: 48_000, sourceSec: 2 },
    ];
    // 19.2 kHz at double speed would come out as 9.6 kHz.
    expect(rms(await play(path, { timeMap, speed: 2 }), 1_000, 40_000)).toBeLessThan(0.004);
  });

  it('goes through its chain, which rings on after the source', async () => {
    const chain = [
      { type: 'gain', params: { gainDb: -6.0206 }, enabled: true },
      { type: 'limiter', params: { ceilingDb: 0 } },
      { type: 'gain', params: { gainDb: 24 }, enabled: false },
    ] as const;
    const played = await play(ramp, { sourceStartSec: 0.25, chain: [...chain] });
    expect(near(origins(played, [0, 1, 47_999]), [6_000, 6_000, 29_999])).toBe(true);
    const echo = { type: 'delay', params: { timeMs: 500, mix: 0.5, feedback: 0 } } as const;
    const rung = await play(ramp, { sourceStartSec: 1.75, chain: [echo] });
    expect(near(origins(rung, [11_999, 12_001, 24_001]), [47_999, 0, 42_000])).toBe(true);
  });

  it('is silent after the source has ended', async () => {
    const played = await play(ramp, { sourceStartSec: 1.5 });
    expect(peakOf(played, 24_000)).toBe(24_000);
    expect(played[24_000]).toBe(0);
  });

  it.each([
    { speed: 2, preservePitch: false, hertz: 960 },
    { speed: 0.5, preservePitch: false, hertz: 240 },
    { speed: 2, preservePitch: true, hertz: 480 },
    { speed: 0.25, preservePitch: true, hertz: 480 },
    { speed: 1, preservePitch: true, hertz: 960, pitch: 12 },
  ])(
    'at speed $speed (pitch kept: $preservePitch) sounds at $hertz Hz',
    async ({ speed, preservePitch, hertz, pitch = 0 }) => {
      const played = await play(tone, { speed, preservePitch, pitch, lengthSamples: 40_000 });
      let crossings = 0;
      for (let i = 4_001; i < 36_000; i++) if ((played[i - 1] ?? 0) < 0 && (played[i] ?? 0) >= 0) crossings += 1;
      expect(Math.abs((crossings * 48_000) / 31_999 - hertz)).toBeLessThan(hertz * 0.02);
      expect(rms(played, 4_000, 36_000)).toBeCloseTo(0.5 / Math.SQRT2, 1);
    },
  );
});

/**
 * Whether sample numbers equal the expected ones within 3. The tolerance is needed because the 16-bit value of the ramp
 * changes only about every third sample.
 */
function near(got: number[], wanted: number[]): boolean {
  const close = got.every((value, i) => Math.abs(value - (wanted[i] ?? 0)) <= 3);
  if (!close) console.error({ got, wanted });
  return close;
}
