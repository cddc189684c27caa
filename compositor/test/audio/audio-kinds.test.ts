import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { realMedia } from '../media/real-media.ts';
import { id3 } from './id3-tag.ts';
import { rms } from './impulse-file.ts';

if (ffmpegMissing) console.warn(`sound-kinds: skipped, ${ffmpegMissing}`);

const SECONDS = 2;
const RATE = 48_000;

/**
 * Measures the root mean square of the left and right channel in the middle of the second that begins at `from`.
 * `samples` is the number of samples from there to the end of the file, but at most a second more than the test files
 * have.
 */
function levels(path: string, from = 0): { left: number; right: number; samples: number } {
  const stream = openFileStream(path, from * RATE);
  const left = new Float32Array(RATE * (SECONDS + 1));
  const right = new Float32Array(left.length);
  const samples = stream.read({ left, right }, 0, left.length);
  stream.close();
  return { left: rms(left, RATE / 4, (RATE * 3) / 4), right: rms(right, RATE / 4, (RATE * 3) / 4), samples };
}

const kinds = [
  { name: 'pcm-16.wav', mimeType: 'audio/wav', args: [] },
  { name: 'pcm-24.wav', mimeType: 'audio/wav', args: ['-c:a', 'pcm_s24le'] },
  { name: 'pcm-float.wav', mimeType: 'audio/wav', args: ['-c:a', 'pcm_f32le'] },
  { name: 'pcm-8.wav', mimeType: 'audio/wav', args: ['-c:a', 'pcm_u8'] },
  { name: 'pcm.aiff', mimeType: 'audio/aiff', args: [] },
  { name: 'pcm.caf', mimeType: 'audio/x-caf', args: [] },
  { name: 'flac.flac', mimeType: 'audio/flac', args: [] },
  { name: 'mp3.mp3', mimeType: 'audio/mpeg', args: ['-c:a', 'libmp3lame'] },
  { name: 'mp3-variable-without-header.mp3', mimeType: 'audio/mpeg', args: ['-q:a', '4', '-write_xing', '0'] },
  { name: 'aac.m4a', mimeType: 'audio/mp4', args: ['-c:a', 'aac', '-b:a', '160k'] },
  { name: 'aac.aac', mimeType: 'audio/aac', args: ['-c:a', 'aac', '-b:a', '160k'] },
  { name: 'alac.m4a', mimeType: 'audio/mp4', args: ['-c:a', 'alac'] },
  { name: 'ac3.ac3', mimeType: 'audio/ac3', args: ['-c:a', 'ac3', '-b:a', '320k'] },
  { name: 'eac3.eac3', mimeType: 'audio/eac3', args: ['-c:a', 'eac3', '-b:a', '320k'] },
  { name: 'wavpack.wv', mimeType: 'audio/x-wavpack', args: ['-c:a', 'wavpack'] },
  { name: 'ac3-in-ts.ts', mimeType: 'audio/mp2t', args: ['-c:a', 'ac3', '-b:a', '320k'] },
  { name: 'camcorder.m2ts', mimeType: 'audio/mp2t', args: ['-c:a', 'ac3', '-b:a', '320k', '-mpegts_m2ts_mode', '1'] },
  { name: 'vorbis.ogg', mimeType: 'audio/ogg', args: ['-c:a', 'libvorbis', '-q:a', '6'] },
  { name: 'opus.ogg', mimeType: 'audio/ogg', args: ['-c:a', 'libopus', '-b:a', '160k'] },
  { name: 'opus.webm', mimeType: 'audio/webm', args: ['-c:a', 'libopus', '-b:a', '160k'] },
  { name: 'flac.mkv', mimeType: 'audio/x-matroska', args: ['-c:a', 'flac'] },
];

/** Files with ID3 tags that `npm test` includes: two tags, and the largest one before each other codec. */
const tagged = new Set(['two-tags.flac', 'cover.aac', 'cover.mp3']);
/** Files with six channels that `npm test` includes: one of each codec with an order of channels of its own. */
const surround = new Set(['aac.m4a', 'flac.flac', 'opus.ogg', 'vorbis.ogg', 'ac3.ac3']);

// Loudness of each channel on the left and the right: ITU-R BS.775, -3 dB for what is not straight ahead of its side;
// the effects channel is left out.
const half = Math.SQRT1_2;
const places: Record<string, readonly [left: number, right: number]> = {
  FL: [1, 0],
  FR: [0, 1],
  FC: [half, half],
  LFE: [0, 0],
  BL: [half, 0],
  BR: [0, half],
  SL: [half, 0],
  SR: [0, half],
  BC: [0.5, 0.5],
};

const layouts = [
  { layout: 'stereo', channels: ['FL', 'FR'] },
  { layout: '3.0', channels: ['FL', 'FR', 'FC'] },
  { layout: 'quad', channels: ['FL', 'FR', 'BL', 'BR'] },
  { layout: '5.0', channels: ['FL', 'FR', 'FC', 'BL', 'BR'] },
  { layout: '5.1', channels: ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR'] },
  { layout: '6.1', channels: ['FL', 'FR', 'FC', 'LFE', 'BC', 'SL', 'SR'] },
  { layout: '7.1', channels: ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR', 'SL', 'SR'] },
];

describe.skipIf(ffmpegMissing)('every kind of sound', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-sounds-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a file with a tone of the given amplitude on each channel. */
  function make(name: string, layout: string, amplitudes: readonly number[], args: readonly string[]): string {
    const path = join(folder, name);
    const tones = amplitudes.map((amplitude, i) => `${amplitude}*sin(2*PI*${300 + 50 * i}*t)`).join('|');
    const source = `aevalsrc=${tones}:c=${layout}:s=${RATE}:d=${SECONDS}`;
    ffmpeg(['-f', 'lavfi', '-i', source, ...args, path]);
    return path;
  }

  it.each(kinds)('$name is heard as loud as it was made, left and right apart', async ({ name, mimeType, args }) => {
    const path = make(name, 'stereo', [0.5, 0.2], args);
    const facts = await probeMedia(path);
    expect(facts).toMatchObject({ kind: 'audio', mimeType, hasAudio: true, width: null });
    expect(facts.durationSec).toBeGreaterThan(SECONDS - 0.001);
    expect(facts.durationSec).toBeLessThan(SECONDS + 0.1);
    const { left, right, samples } = levels(path);
    expect(samples).toBeGreaterThanOrEqual(RATE * SECONDS - 1);
    expect(left / (0.5 * Math.SQRT1_2)).toBeCloseTo(1, 1);
    expect(right / (0.2 * Math.SQRT1_2)).toBeCloseTo(1, 1);
  });

  const aac = ['-c:a', 'aac', '-b:a', '160k'];
  for (const { name, mimeType, args, heads } of [
    { name: 'flac.flac', mimeType: 'audio/flac', args: [], heads: [300] },
    { name: 'cover.flac', mimeType: 'audio/flac', args: [], heads: [500_000] },
    { name: 'two-tags.flac', mimeType: 'audio/flac', args: [], heads: [20, 40_000] },
    { name: 'aac.aac', mimeType: 'audio/aac', args: aac, heads: [300] },
    { name: 'cover.aac', mimeType: 'audio/aac', args: aac, heads: [500_000] },
    { name: 'cover.mp3', mimeType: 'audio/mpeg', args: ['-c:a', 'libmp3lame'], heads: [500_000] },
  ])
    it(`${name} behind an ID3 tag is as without`, { tags: tagged.has(name) ? [] : 'full' }, async () => {
      const plain = make(`plain-${name}`, 'stereo', [0.5, 0.2], args);
      const path = join(folder, name);
      writeFileSync(path, Buffer.concat([...heads.map((bytes) => id3(bytes)), readFileSync(plain)]));
      const facts = await probeMedia(path);
      expect(facts).toMatchObject({ kind: 'audio', mimeType, hasAudio: true });
      expect(facts.durationSec).toBeGreaterThan(SECONDS - 0.001);
      expect(facts.durationSec).toBeLessThan(SECONDS + 0.1);
      expect(levels(path)).toEqual(levels(plain));
      expect(levels(path, 1)).toEqual(levels(plain, 1));
    });

  it('mono is as loud on both sides as in the file', () => {
    const { left, right } = levels(make('mono.flac', 'mono', [0.4], []));
    expect(left / (0.4 * Math.SQRT1_2)).toBeCloseTo(1, 2);
    expect(right).toBeCloseTo(left, 5);
  });

  it.each([
    ['at once', 0],
    ['after half a second of silence', 88_200],
  ])('a WAV that calls its DTS PCM, as rips of surround discs do, is heard and is no noise: %s', (name, silence) => {
    const tones = `0.5*sin(2*PI*300*t)|0.2*sin(2*PI*350*t):c=stereo:s=44100:d=${SECONDS}`;
    const encoder = ['-c:a', 'dca', '-strict', '-2', '-b:a', '1411200', '-f', 'dts', 'pipe:1'];
    const dts = ffmpeg(['-f', 'lavfi', '-i', `aevalsrc=${tones}`, ...encoder]);
    const path = join(folder, `dts ${name}.wav`);
    ffmpeg(
      ['-f', 's16le', '-ar', '44100', '-ac', '2', '-i', 'pipe:0', path],
      Buffer.concat([Buffer.alloc(silence), dts]),
    );
    const { left, right } = levels(path);
    expect(left / (0.5 * Math.SQRT1_2)).toBeCloseTo(1, 1);
    expect(right / (0.2 * Math.SQRT1_2)).toBeCloseTo(1, 1);
  });

  it.each([
    { name: 'AC-3', args: ['-c:a', 'ac3', '-b:a', '640k', '-f', 'ac3'] },
    {
      name: 'MP3',
      args: ['-c:a', 'libmp3lame', '-b:a', '192k', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3'],
    },
  ])('a WAV that calls its $name PCM is heard, as long as it is', async ({ name, args }) => {
    const tones = `0.5*sin(2*PI*300*t)|0.2*sin(2*PI*350*t):c=stereo:s=${RATE}:d=${SECONDS}`;
    const path = join(folder, `${name}.wav`);
    const coded = ffmpeg(['-f', 'lavfi', '-i', `aevalsrc=${tones}`, ...args, 'pipe:1']);
    ffmpeg(['-f', 's16le', '-ar', String(RATE), '-ac', '2', '-i', 'pipe:0', path], coded);
    const { left, right } = levels(path);
    expect(left / (0.5 * Math.SQRT1_2)).toBeCloseTo(1, 1);
    expect(right / (0.2 * Math.SQRT1_2)).toBeCloseTo(1, 1);
    expect((await probeMedia(path)).durationSec).toBeCloseTo(SECONDS, 0);
  });

  it.each([
    { name: 'radio.ts', args: ['-c:a', 'aac'] },
    // The clock is back at 0 a second after these start.
    { name: 'radio-before-the-wrap.ts', args: ['-c:a', 'aac', '-output_ts_offset', '95441.3'] },
    { name: 'radio-before-the-wrap.mpg', args: ['-c:a', 'mp2', '-output_ts_offset', '95442.2'] },
  ])('$name is as long as its sound', async ({ name, args }) => {
    const path = make(name, 'stereo', [0.5, 0.2], args);
    const { samples } = levels(path);
    expect(samples / RATE).toBeGreaterThanOrEqual(SECONDS - 0.02);
    expect((await probeMedia(path)).durationSec).toBeCloseTo(samples / RATE, 3);
  });

  it.each([
    { name: 'songs.ogg', args: ['-c:a', 'libopus'] },
    { name: 'broadcasts.ts', args: ['-c:a', 'aac'] },
  ])('$name, two files written one after the other, is heard to its end', async ({ name, args }) => {
    const path = join(folder, name);
    const pieces = [0.5, 0.2].map((level) => readFileSync(make(`piece-${name}`, 'stereo', [level, level], args)));
    writeFileSync(path, Buffer.concat(pieces));
    expect((await probeMedia(path)).durationSec).toBeCloseTo(2 * SECONDS, 0);
    expect(levels(path, 1).left / (0.5 * half)).toBeCloseTo(1, 1);
    expect(levels(path, SECONDS + 1).left / (0.2 * half)).toBeCloseTo(1, 1);
  });

  for (const { layout, channels } of layouts) {
    for (const codec of ['pcm_f32le', 'pcm_s16le']) {
      const isQuick = codec === 'pcm_f32le' || layout === '5.1';
      const title = `${layout} in ${codec} is mixed down by the standard's levels`;
      it(title, { tags: isQuick ? [] : 'full' }, () => {
        // One channel after the other, a second each.
        const path = join(folder, `${layout}.wav`);
        const tones = channels.map((_, i) => `0.4*sin(2*PI*300*t)*between(t\\,${i}\\,${i + 1})`).join('|');
        const source = `aevalsrc=${tones}:c=${layout}:s=${RATE}:d=${channels.length}`;
        ffmpeg(['-f', 'lavfi', '-i', source, '-c:a', codec, path]);
        const audible = channels.map((channel, i) => {
          const { left, right } = levels(path, i);
          return [channel, ...[left, right].map((level) => (level / (0.4 * half)).toFixed(2))];
        });
        const expected = channels.map((channel) => [
          channel,
          ...(places[channel] ?? []).map((level) => level.toFixed(2)),
        ]);
        expect(audible).toEqual(expected);
      });
    }
  }

  it('a pair of surrounds alone is a left and a right', () => {
    const { left, right } = levels(make('surrounds.mov', 'SL+SR', [0.4, 0.1], ['-c:a', 'pcm_s16le']));
    expect(left / (0.4 * half)).toBeCloseTo(1, 2);
    expect(right / (0.1 * half)).toBeCloseTo(1, 2);
  });

  it('of channels without places, for whose number there is no order, the first two are left and right', () => {
    const path = join(folder, 'nine.wav');
    const samples = Float32Array.from({ length: 9 * RATE }, (_, i) => [0.4, 0.1][i % 9] ?? 0.9);
    ffmpeg(['-f', 'f32le', '-ar', String(RATE), '-ac', '9', '-i', 'pipe:0', path], new Uint8Array(samples.buffer));
    const { left, right } = levels(path);
    expect(left).toBeCloseTo(0.4, 2);
    expect(right).toBeCloseTo(0.1, 2);
  });

  it('ambisonic sound is heard from both sides', () => {
    // All around and left minus right, as from a source on the left; up and front.
    const encoder = ['-c:a', 'libopus', '-mapping_family', '2', '-b:a', '256k'];
    const places = ['-af', 'channelmap=map=0|1|2|3:channel_layout=ambisonic\\ 1'];
    const path = join(folder, 'ambisonic.ogg');
    const tone = '0.4*sin(2*PI*300*t)';
    const source = `aevalsrc=${tone}|0.5*${tone}|0|${tone}:c=4.0:s=${RATE}:d=1`;
    ffmpeg(['-f', 'lavfi', '-i', source, ...places, ...encoder, path]);
    const { left, right } = levels(path);
    expect(left / (0.4 * half)).toBeCloseTo(0.75, 1);
    expect(right / (0.4 * half)).toBeCloseTo(0.25, 1);
  });

  for (const { name, args } of [
    { name: 'aac.m4a', args: ['-c:a', 'aac', '-b:a', '384k'] },
    { name: 'flac.flac', args: ['-sample_fmt', 's16'] },
    { name: 'opus.ogg', args: ['-c:a', 'libopus', '-b:a', '384k', '-mapping_family', '1'] },
    { name: 'ac3.ac3', args: ['-c:a', 'ac3', '-b:a', '320k'] },
    { name: 'eac3.eac3', args: ['-c:a', 'eac3', '-b:a', '320k'] },
    { name: 'wavpack.wv', args: ['-c:a', 'wavpack'] },
    { name: 'ac3-in-ts.ts', args: ['-c:a', 'ac3', '-b:a', '320k'] },
    { name: 'camcorder.m2ts', args: ['-c:a', 'ac3', '-b:a', '320k', '-mpegts_m2ts_mode', '1'] },
    { name: 'vorbis.ogg', args: ['-c:a', 'libvorbis', '-q:a', '7'] },
    { name: 'ac3.mkv', args: ['-c:a', 'ac3', '-b:a', '448k'] },
  ])
    it(`5.1 in ${name} keeps its channels apart`, { tags: surround.has(name) ? [] : 'full' }, () => {
      const { left, right } = levels(make(`surround-${name}`, '5.1', [0.3, 0.1, 0.2, 0.4, 0.15, 0.05], args));
      const power = (...parts: number[]) => Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0) / 2);
      expect(left / power(0.3, 0.2 * half, 0.15 * half)).toBeCloseTo(1, 1);
      expect(right / power(0.1, 0.2 * half, 0.05 * half)).toBeCloseTo(1, 1);
    });
});

describe.skipIf(realMedia === null)('real sound', () => {
  it.each([
    { name: 'Toothsome-Meme.VBRv2.mp3', mimeType: 'audio/mpeg', durationSec: 38.5 },
    { name: 'glitch-hop-is-dead.wav', mimeType: 'audio/wav', durationSec: 9.6 },
  ])('$name is heard from its start to its end', async ({ name, mimeType, durationSec }) => {
    const path = join(realMedia ?? '', name);
    const facts = await probeMedia(path);
    expect(facts).toMatchObject({ kind: 'audio', mimeType });
    expect(Math.abs((facts.durationSec ?? 0) - durationSec)).toBeLessThan(0.2);
    const stream = openFileStream(path, Math.round(((facts.durationSec ?? 0) - 2) * RATE));
    const block = { left: new Float32Array(RATE), right: new Float32Array(RATE) };
    expect(stream.read(block, 0, RATE)).toBe(RATE);
    expect(rms(block.left, 0, RATE)).toBeGreaterThan(0.001);
    stream.close();
  });
});
