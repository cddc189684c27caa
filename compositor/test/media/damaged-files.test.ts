import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIBRARY_WORDS } from '../../../timeline/test/library-words.ts';
import { stitch } from '../../src/assembly/stitch.ts';
import { openAudioEncoder } from '../../src/audio/audio-encoder.ts';
import { audioCodecs } from '../../src/audio/encoders.ts';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { openSegmentEncoder } from '../../src/media/encode/segment-encoder.ts';
import { createFrame } from '../../src/media/frame.ts';

const FILES_PER_FORMAT = 60;
const SAMPLES = 48_000;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-damaged-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Creates one second of moving video with audio and returns the file's bytes. */
async function makeFilm(format: 'mp4' | 'webm'): Promise<Buffer> {
  const profile = {
    format,
    quality: 'standard',
    width: 96,
    height: 64,
    rate: { num: 30, den: 1 },
    watermark: false,
  } as const;
  const segment = join(folder, `segment-${format}.mp4`);
  const encoder = openSegmentEncoder(profile, segment);
  const frame = createFrame(96, 64);
  for (let k = 0; k < 30; k++) {
    for (const plane of frame.data ?? []) for (let i = 0; i < plane.length; i++) plane[i] = (i * 3 + k * 5) % 200;
    encoder.write(frame);
  }
  encoder.finish();
  frame.free();
  const audioTrack = join(folder, `sound-${format}.mp4`);
  const mix = openAudioEncoder(audioCodecs[format === 'mp4' ? 'aac' : 'opus'], 'standard', audioTrack);
  const side = Float32Array.from({ length: SAMPLES }, (_, n) => 0.4 * Math.sin(n / 30));
  mix.write({ left: side, right: side }, SAMPLES);
  mix.finish();
  const outPath = join(folder, `film.${format}`);
  await stitch({ segments: [segment], segmentFrames: [30], audio: audioTrack, profile, outPath });
  return readFileSync(outPath);
}

/**
 * Damages a file: overwrites some bytes, for half of the seeds only at the start of the file, and truncates every third
 * file. Equal seeds give equal files.
 */
function damage(film: Buffer, seed: number): Buffer {
  let state = seed * 7919 + 1;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const bytes = Buffer.from(film);
  const reach = random() < 0.5 ? Math.min(bytes.length, 2_000) : bytes.length;
  for (let i = 0; i < 1 + random() * 30; i++) bytes[Math.floor(random() * reach)] = Math.floor(random() * 256);
  return seed % 3 === 0 ? bytes.subarray(0, Math.floor(bytes.length * random())) : bytes;
}

describe('what is no media, or only its beginning, is refused in our words:', () => {
  const heads: Record<string, Buffer> = {
    'an MP4': Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
    'a WebM': Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex'),
    'a PNG': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'a JPEG': Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    'a GIF': Buffer.from('GIF89a\x10\0\x10\0', 'latin1'),
    'a WebP': Buffer.from('RIFF\xff\0\0\0WEBPVP8 ', 'latin1'),
    'a WAV': Buffer.from('RIFF\xff\0\0\0WAVEfmt ', 'latin1'),
    'a FLAC': Buffer.from('fLaC\0\0\0\x22', 'latin1'),
    'an Ogg': Buffer.from('OggS\0\x02', 'latin1'),
    'an MP3': Buffer.from('ID3\x04\0\0', 'latin1'),
    'a TTF': Buffer.from('00010000001101000004001047444546', 'hex'),
    'a WOFF': Buffer.from('wOFF\0\x01\0\0\0\0\x10\0\0\x05\0\0', 'latin1'),
    'a WOFF2': Buffer.from('wOF2\0\x01\0\0\0\0\x10\0\0\x05\0\0', 'latin1'),
    'a .cube': Buffer.from('LUT_3D_SIZE 2\n0 0 x\n'),
    'a WebVTT': Buffer.from('WEBVTT\n\n00:01.000 --> \xff\xfe\n', 'latin1'),
    nothing: Buffer.alloc(0),
  };

  it.each(Object.entries(heads))('%s', async (_what, head) => {
    for (const tail of [
      Buffer.alloc(0),
      Buffer.alloc(5_000),
      Buffer.alloc(5_000, 'garbage'),
      Buffer.alloc(900, 0xff),
    ]) {
      const path = join(folder, 'beginning');
      writeFileSync(path, Buffer.concat([head, tail]));
      const error: unknown = await probeMedia(path).then(
        () => null,
        (problem: unknown) => problem,
      );
      if (error === null) continue;
      expect(error).toMatchObject({ code: 'invalid_request' });
      expect(String(Object(error).message)).not.toMatch(LIBRARY_WORDS);
      expect(String(Object(error).message)).not.toContain(folder);
    }
  });
});

describe('damaged films', () => {
  it.each(['mp4', 'webm'] as const)(
    'in %s are played as far as possible or refused with a reason, never more',
    async (format) => {
      const film = await makeFilm(format);
      const outcomes = { played: 0, refused: 0 };
      for (let seed = 0; seed < FILES_PER_FORMAT; seed++) {
        const path = join(folder, `damaged-${format}`);
        writeFileSync(path, damage(film, seed));
        try {
          const facts = await probeMedia(path);
          if (facts.kind === 'video') {
            const video = openVideoSource(path);
            for (const at of [0, 0.5, 0.9, 0.1, 50]) expect(video.frameAt(at).width).toBe(video.frameWidth);
            video.close();
          }
          if (facts.hasAudio) {
            const audioTrack = openFileStream(path, 0);
            const block = { left: new Float32Array(SAMPLES), right: new Float32Array(SAMPLES) };
            expect(audioTrack.read(block, 0, SAMPLES)).toBeLessThanOrEqual(SAMPLES);
            audioTrack.close();
          }
          outcomes.played += 1;
        } catch (error) {
          // Anything else is a bug: rethrow it with the seed that shows it.
          if (!(error instanceof FramemillError) || error.code !== 'invalid_request')
            throw new Error(`${format}, seed ${seed}`, { cause: error });
          expect(error.message).not.toMatch(LIBRARY_WORDS);
          outcomes.refused += 1;
        }
      }
      expect(outcomes.played + outcomes.refused).toBe(FILES_PER_FORMAT);
      expect(outcomes.played).toBeGreaterThan(5);
      expect(outcomes.refused).toBeGreaterThan(5);
    },
  );
});
