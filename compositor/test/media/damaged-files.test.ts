import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudioEncoder } from '../../src/audio/audio-encoder.ts';
import { audioCodecs } from '../../src/audio/encoders/index.ts';
import { openFileStream } from '../../src/audio/file-stream.ts';
import { createFrame } from '../../src/media/frame.ts';
import { probeMedia } from '../../src/media/probe-media.ts';
import { openSegmentEncoder } from '../../src/media/segment-encoder.ts';
import { stitch } from '../../src/media/stitch.ts';
import { openVideoSource } from '../../src/media/video-source.ts';

const FILES_PER_FORMAT = 60;
const SAMPLES = 48_000;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-damaged-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A second of moving picture with sound. */
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
  const sound = join(folder, `sound-${format}.mp4`);
  const mix = openAudioEncoder(audioCodecs[format], 'standard', sound);
  const side = Float32Array.from({ length: SAMPLES }, (_, n) => 0.4 * Math.sin(n / 30));
  mix.write({ left: side, right: side }, SAMPLES);
  mix.finish();
  const outPath = join(folder, `film.${format}`);
  await stitch({ segments: [segment], segmentFrames: [30], audio: sound, profile, outPath });
  return readFileSync(outPath);
}

/** Overwrites some bytes, half of the time only in the head; cuts every third file. The same for the same seed. */
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

describe('damaged films', { timeout: 60_000 }, () => {
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
            const sound = openFileStream(path, 0);
            const block = { left: new Float32Array(SAMPLES), right: new Float32Array(SAMPLES) };
            expect(sound.read(block, 0, SAMPLES)).toBeLessThanOrEqual(SAMPLES);
            sound.close();
          }
          outcomes.played += 1;
        } catch (error) {
          // Anything else is a bug: rethrow it with the seed that shows it.
          if (!(error instanceof FramemillError) || error.code !== 'invalid_request')
            throw new Error(`${format}, seed ${seed}`, { cause: error });
          outcomes.refused += 1;
        }
      }
      expect(outcomes.played + outcomes.refused).toBe(FILES_PER_FORMAT);
      expect(outcomes.played).toBeGreaterThan(5);
      expect(outcomes.refused).toBeGreaterThan(5);
    },
  );
});
