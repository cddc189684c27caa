import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { audioPlan, createDocument, type Document, parseDocument } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MixInput, mixAudio } from '../../src/audio/mix-audio.ts';
import { createMixer } from '../../src/audio/mixer.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { ebur128 } from './ebur128.ts';
import { rms, writeWav } from './impulse-file.ts';
import { amplitudeAt, randomOf } from './signals.ts';

if (ffmpegMissing) console.warn(`mixer: parts skipped, ${ffmpegMissing}`);

let folder = '';
let media: MediaFiles = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-mixer-'));
  const random = randomOf(3);
  const sine = (hertz: number, level: number) => (n: number) => level * Math.sin((2 * Math.PI * hertz * n) / 48_000);
  const sources = {
    low: { seconds: 8, sample: sine(500, 0.4) },
    high: { seconds: 8, sample: sine(3_000, 0.4) },
    // One second of sound, two of silence.
    words: { seconds: 9, sample: (n: number) => (n % 144_000 < 48_000 ? sine(1_500, 0.3)(n) : 0) },
    spiky: { seconds: 6, sample: (n: number) => (random() - 0.5) * (n % 24_000 < 200 ? 1.9 : 0.1) },
    soft: { seconds: 6, sample: sine(997, 0.01) },
  };
  for (const [name, { seconds, sample }] of Object.entries(sources)) {
    const path = join(folder, `${name}.wav`);
    writeWav(path, { rate: 48_000, channels: 2, samples: seconds * 48_000, sample });
    media = { ...media, [name]: { path, facts: await probeMedia(path) } };
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type ClipFields = { src: string; start: number; duration: number } & Record<string, unknown>;

function documentOf(clips: ClipFields[]): Document {
  const base = createDocument({ fps: 30 });
  return parseDocument({
    ...base,
    clips: clips.map((clip, i) => ({
      id: `clip-${i}`,
      name: '',
      type: 'audio',
      trackIndex: 3,
      mediaDuration: media[clip.src]?.facts.durationSec ?? 0,
      ...clip,
    })),
  });
}

/** Returns the mix of all audio parts of a document, read in blocks of `block` samples. */
async function mixed(document: Document, block = 4_096) {
  const { parts, totalSamples } = audioPlan(document, (src) => media[src]?.facts ?? null);
  const mixer = createMixer({ parts, media, scratch: join(folder, 'mix'), largest: block });
  const left = new Float32Array(totalSamples);
  const right = new Float32Array(totalSamples);
  for (let at = 0; at < totalSamples; at += block) {
    const count = Math.min(block, totalSamples - at);
    await mixer.prepare(at + count);
    mixer.mix({ left: left.subarray(at), right: right.subarray(at) }, at, count);
  }
  mixer.close();
  return { left, right };
}

const db = (gain: number) => 20 * Math.log10(gain);

describe('a transition between two clips with sound', () => {
  const transition = { type: 'dissolve', duration: 1 };
  const crossing = () =>
    documentOf([
      { src: 'low', start: 0, duration: 3 },
      { src: 'high', start: 3, duration: 3, transition },
    ]);

  it("crosses them with equal power, the outgoing one from its media's handle", async () => {
    const { left } = await mixed(crossing());
    for (const into of [0.1, 0.25, 0.5, 0.75, 0.9]) {
      const at = Math.round((3 + into) * 48_000);
      const outgoing = amplitudeAt(left, 500, at - 960, at + 960) / 0.4;
      const incoming = amplitudeAt(left, 3_000, at - 960, at + 960) / 0.4;
      expect(outgoing).toBeCloseTo(Math.cos((Math.PI / 2) * into), 1);
      expect(incoming).toBeCloseTo(Math.sin((Math.PI / 2) * into), 1);
      expect(outgoing ** 2 + incoming ** 2).toBeCloseTo(1, 1);
    }
    expect(amplitudeAt(left, 500, 4.1 * 48_000, 5 * 48_000)).toBeLessThan(1e-4);
    expect(amplitudeAt(left, 3_000, 1 * 48_000, 2.9 * 48_000)).toBeLessThan(1e-4);
    // No jump and no click where one clip hands over to the other.
    const steps = Array.from(left, (value, n) => Math.abs(value - (left[n - 1] ?? value)));
    expect(Math.max(...steps.slice(140_000, 200_000))).toBeLessThan(0.2);
  });

  it('plays the same however it is cut into blocks', async () => {
    expect(await mixed(crossing(), 1_001)).toEqual(await mixed(crossing(), 48_000));
  });
});

describe('panning', () => {
  it('of a mono source keeps its power, however it is played', async () => {
    const path = join(folder, 'mono.wav');
    const sample = (n: number) => 0.25 * Math.sin((2 * Math.PI * 1_000 * n) / 48_000);
    writeWav(path, { rate: 48_000, channels: 1, samples: 96_000, sample });
    media = { ...media, mono: { path, facts: await probeMedia(path) } };
    const chain = [{ type: 'gain', params: { gainDb: 0 } }];
    for (const more of [{}, { reverse: true }, { chain }, { loudness: { targetLufs: -12.04 } }]) {
      const { left, right } = await mixed(documentOf([{ src: 'mono', start: 0, duration: 2, pan: -0.5, ...more }]));
      const levels = [left, right].map((side) => db(rms(side, 24_000, 72_000) / (0.25 * Math.SQRT1_2)));
      expect(levels).toEqual([expect.closeTo(2.32, 1), expect.closeTo(-5.33, 1)]);
    }
  });
});

describe('ducking', () => {
  const music = (duck?: object) => ({ src: 'low', start: 0, duration: 8, id: 'music', ...(duck ? { duck } : {}) });
  const words = { src: 'words', start: 1, duration: 7, id: 'words', trackIndex: 0 };
  const levelAt = (left: Float32Array, sec: number) =>
    db(amplitudeAt(left, 500, Math.round(sec * 48_000), Math.round((sec + 0.02) * 48_000)) / 0.4);

  it('lowers the clip while the named ones are heard, in its times', async () => {
    const duck = { sources: ['words'], amountDb: -18, attack: 0.3, release: 0.6 };
    const { left } = await mixed(documentOf([music(duck), words]));
    expect(levelAt(left, 0.9)).toBeCloseTo(0, 1);
    expect(levelAt(left, 1.14)).toBeCloseTo(-9, 0);
    expect(levelAt(left, 1.5)).toBeCloseTo(-18, 1);
    // The words end at 2 s; after a level's memory and a pause of 0.3 s it comes up.
    expect(levelAt(left, 2.3)).toBeCloseTo(-18, 1);
    expect(levelAt(left, 2.7)).toBeGreaterThan(-15);
    expect(levelAt(left, 3.2)).toBeCloseTo(0, 1);
    expect(levelAt(left, 4.5)).toBeCloseTo(-18, 1);
  });

  it('hears the volume of what lowers it: silent or muted clips lower nothing', async () => {
    const duck = { sources: ['words'] };
    for (const change of [{ muted: true }, { volume: 0.01 }]) {
      const { left } = await mixed(documentOf([music(duck), { ...words, ...change }]));
      expect(levelAt(left, 1.5)).toBeCloseTo(0, 1);
    }
  });

  it('of two clips by each other hears both at full level', async () => {
    const pair = documentOf([
      { ...music({ sources: ['other'], amountDb: -60 }) },
      { src: 'high', start: 0, duration: 8, id: 'other', trackIndex: 0, duck: { sources: ['music'], amountDb: -60 } },
    ]);
    const { left } = await mixed(pair);
    expect(amplitudeAt(left, 500, 96_000, 192_000)).toBeCloseTo(0.0004, 4);
    expect(amplitudeAt(left, 3_000, 96_000, 192_000)).toBeCloseTo(0.0004, 4);
  });

  it('of a split clip equals that of the whole clip: while words are spoken, in a pause, and during the release', async () => {
    const duck = { sources: ['words'], amountDb: -18, attack: 0.3, release: 0.6 };
    const whole = await mixed(documentOf([music(duck), words]));
    const cuts = [0, 1.5, 2.2, 2.6, 8];
    const pieces = cuts.slice(1).map((end, i) => {
      const start = cuts[i] ?? 0;
      return { ...music(duck), id: `music-${i}`, start, mediaStart: start, duration: end - start };
    });
    expect(await mixed(documentOf([...pieces, words]))).toEqual(whole);
  });

  it('does not depend on how the mix is cut into blocks', async () => {
    const document = documentOf([music({ sources: ['words'] }), words]);
    expect(await mixed(document, 777)).toEqual(await mixed(document, 96_000));
  });
});

describe('loudness', () => {
  const profile = { format: 'mp4', quality: 'high', width: 64, height: 64, watermark: false } as const;
  async function finished(document: Document, more: Partial<MixInput> = {}) {
    const outPath = join(folder, 'sound.mp4');
    const result = await mixAudio({
      document,
      profile: { ...profile, rate: { num: 30, den: 1 } },
      media,
      outPath,
      measure: true,
      ...more,
    });
    expect(readdirSync(folder).filter((name) => name.includes('spool'))).toEqual([]);
    return { result, judged: ffmpegMissing ? null : ebur128(['-i', outPath]) };
  }
  const clip = (src: string, more: object) => documentOf([{ src, start: 0, duration: 6, ...more }]);

  it.each([-14, -23, -30])('a soft clip is brought to %i LUFS', async (targetLufs) => {
    const { result, judged } = await finished(clip('soft', { loudness: { targetLufs } }));
    expect(result.loudness?.integratedLufs).toBeCloseTo(targetLufs, 1);
    if (judged) expect(Math.abs(judged.integratedLufs - targetLufs)).toBeLessThanOrEqual(0.3);
  });

  it('a volume comes after it', async () => {
    const { result } = await finished(clip('soft', { loudness: { targetLufs: -20 }, volume: 0.5 }));
    expect(result.loudness?.integratedLufs).toBeCloseTo(-26.02, 1);
  });

  it('peaks that would pass the true peak are limited', async () => {
    const { result, judged } = await finished(clip('spiky', { loudness: { targetLufs: -20, truePeak: -6 } }));
    expect(result.loudness?.truePeakDb).toBeLessThan(-5.8);
    expect(result.loudness?.truePeakDb).toBeGreaterThan(-7);
    expect(Math.abs((result.loudness?.integratedLufs ?? 0) + 20)).toBeLessThan(0.5);
    // AAC does not keep samples: it overshoots a little.
    if (judged) expect(judged.truePeakDb).toBeLessThan(-4);
  });

  it('a clip that is measured tells that the work gets on', async () => {
    const reported: number[] = [];
    const onProgress = (doneSec: number) => reported.push(doneSec);
    await finished(clip('spiky', { loudness: { targetLufs: -20, truePeak: -6 } }), { onProgress });
    // Stored, measured, and measured again behind the limiter, before the first sample is mixed.
    expect(reported.filter((doneSec) => doneSec === 0).length).toBeGreaterThanOrEqual(3);
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  });

  it('the whole mix is brought to one too', async () => {
    const document = documentOf([
      { src: 'spiky', start: 0, duration: 6 },
      { src: 'soft', start: 2, duration: 4, trackIndex: 0 },
    ]);
    const plain = await finished(document);
    const { result } = await finished(document, { loudness: { targetLufs: -24, truePeakDb: -2 } });
    expect(Math.abs((plain.result.loudness?.integratedLufs ?? -24) + 24)).toBeGreaterThan(2);
    expect(result.loudness?.truePeakDb).toBeLessThan(-1.8);
    expect(Math.abs((result.loudness?.integratedLufs ?? 0) + 24)).toBeLessThan(0.25);
  });

  it('a silent clip stays silent, and a mix that never passes its ceiling is not limited', async () => {
    const silent = await finished(clip('words', { loudness: { targetLufs: -14 }, mediaStart: 1.5, duration: 1 }));
    expect(silent.result.loudness).toBeNull();
    if (ffmpegMissing) return;
    const outPath = join(folder, 'plain.mp4');
    await mixAudio({ document: clip('low', {}), profile: { ...profile, rate: { num: 30, den: 1 } }, media, outPath });
    const bytes = ffmpeg(['-i', outPath, '-af', 'pan=mono|c0=c0', '-f', 'f32le', 'pipe:1']);
    const audible = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    expect(rms(audible, 48_000, 96_000)).toBeCloseTo(0.4 / Math.SQRT2, 2);
  });
});

describe('the sound of a composition', () => {
  const at = (src: string, start: number, duration: number, fields: Record<string, unknown> = {}) => ({
    ...{ src, start, duration },
    ...fields,
  });
  const inner = [at('low', 0, 3), at('words', 1, 4, { volume: 0.5, pan: 0.3 })];

  function nested(fields: Record<string, unknown>): Document {
    const { tracks, clips } = documentOf(inner);
    const base = createDocument({ fps: 30 });
    const { width, height } = base.settings;
    return parseDocument({
      ...base,
      clips: [{ id: 'use', type: 'composition', src: 'cmp', start: 0, duration: 5, trackIndex: 0, ...fields }],
      compositions: [{ id: 'cmp', name: '', settings: { width, height }, tracks, clips }],
    });
  }

  async function difference(fields: Record<string, unknown>, wanted: { left: Float32Array }): Promise<number> {
    const { left } = await mixed(nested(fields));
    expect(left.length).toBe(wanted.left.length);
    return left.reduce((most, value, index) => Math.max(most, Math.abs(value - (wanted.left[index] ?? 0))), 0);
  }

  it('is the sum of its clips, and one part of the mix', async () => {
    const { parts } = audioPlan(nested({}), (src) => media[src]?.facts ?? null);
    expect(parts.map(({ clipId, inner: own }) => [clipId, own?.parts.length])).toEqual([['use', 2]]);
    expect(await difference({}, await mixed(documentOf(inner)))).toBeLessThan(1e-6);
  });

  it('is trimmed, turned down and faded as one', async () => {
    const whole = await mixed(documentOf(inner));
    const part = whole.left.slice(72_000, 72_000 + 96_000);
    const fields = { mediaStart: 1.5, duration: 2, volume: 0.5, fadeOut: 1, fadeCurve: 'linear' };
    const wanted = part.map((value, index) => value * 0.5 * Math.min(1, (96_000 - index) / 48_000));
    expect(await difference(fields, { left: wanted })).toBeLessThan(1e-4);
  });

  it('is played backwards and at another speed', async () => {
    const whole = await mixed(documentOf(inner));
    expect(await difference({ reverse: true }, { left: whole.left.toReversed() })).toBeLessThan(1e-6);
    const fast = await mixed(nested({ speed: 2, duration: 2, preservePitch: false }));
    // 500 Hz at twice the speed, like a tape.
    expect(amplitudeAt(fast.left, 1_000, 4_800, 24_000)).toBeGreaterThan(0.3);
  });

  it('is silent when the clip is muted or frozen', () => {
    const partsOf = (fields: Record<string, unknown>) =>
      audioPlan(nested(fields), (src) => media[src]?.facts ?? null).parts;
    expect(partsOf({ muted: true })).toEqual([]);
    expect(partsOf({ freezeAt: 1 })).toEqual([]);
  });
});
