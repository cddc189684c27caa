import { join } from 'node:path';
import { AUDIO_EFFECTS } from '@framemill/timeline/audio-effects';
import type { Clip, Document } from '@framemill/timeline/rendering';
import { calibrationClip, calibrationProject } from '../calibration-project.ts';
import { type AudioCoding, qualities } from '../catalog/formats.ts';
import type { OutputProfile, Quality } from '../catalog.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { openAudioEncoder } from './audio-encoder.ts';
import { SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { audioCodecs } from './encoders/index.ts';
import { mixAudio } from './mix-audio.ts';

const SECONDS = 0.1;
/**
 * Duration of audio that is only encoded, in seconds. Encoders with floating-point arithmetic rarely differ: 0.1 s may
 * be equal on processors on which a second is not.
 */
const ENCODED_SECONDS = 1;

/** Parameters with which a processor changes the audio, for those that do not with their defaults. */
const AUDIBLE: Readonly<Record<string, Record<string, number>>> = {
  gain: { gainDb: -3 },
  limiter: { ceilingDb: -12 },
  pitchshift: { semitones: 4 },
};

/**
 * Computes hashes (sha256, hex) that identify how this machine processes audio. A short signal is encoded in each
 * format. It is also decoded, sent through every processor, ramped, stretched, ducked, levelled and mixed. Machines
 * with equal hashes make equal mixes. `folder` is for scratch files.
 */
export async function mixHashes(folder: string): Promise<string[]> {
  const audio = sweepAndStrokes(ENCODED_SECONDS * SAMPLE_RATE);
  const encoded = (coding: AudioCoding, quality: Quality, seconds: number, path: string) => {
    const encoder = openAudioEncoder(audioCodecs[coding], quality, path);
    encoder.write(audio, seconds * SAMPLE_RATE);
    return encoder.finish();
  };
  const hashes = (['aac', 'opus', 'mp3'] as const).flatMap((coding) =>
    qualities.map((quality) => {
      const outPath = join(folder, `calibration-${coding}-${quality}.mp4`);
      return encoded(coding, quality, ENCODED_SECONDS, outPath).sha256;
    }),
  );
  const path = join(folder, 'calibration-source.mp4');
  const { sha256, sizeBytes } = encoded('aac', 'high', SECONDS, path);
  const facts = { kind: 'audio', mimeType: 'audio/mp4', width: null, height: null, fps: null, hasAudio: true } as const;
  const media: MediaFiles = { sound: { path, facts: { ...facts, sha256, sizeBytes, durationSec: SECONDS } } };
  const rate = { num: 25, den: 1 };
  const profile: OutputProfile = { format: 'mp4', quality: 'draft', width: 64, height: 64, rate, watermark: false };
  const outPath = join(folder, 'calibration-mix.mp4');
  const mix = await mixAudio({ document: mixedDocument(), profile, media, outPath });
  return [...hashes, mix.sha256];
}

/** Synthesizes a rising tone on the left and bursts of noise on the right, which require many decisions of encoders. */
function sweepAndStrokes(samples: number): StereoBlock {
  const left = Float32Array.from({ length: samples }, (_, n) => 0.6 * Math.sin(n / 19 + (n / 3_000) ** 2));
  let seed = 1;
  const right = Float32Array.from({ length: samples }, (_, n) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return (seed / 2 ** 32 - 0.5) * (1 - (n % 2_400) / 2_400) ** 4;
  });
  return { left, right };
}

function mixedDocument(): Document {
  const clip = (id: string, fields: Partial<Clip>) =>
    calibrationClip(id, SECONDS, { type: 'audio', src: 'sound', ...fields });
  const chain = AUDIO_EFFECTS.map(({ type }) => ({ type, params: AUDIBLE[type] ?? {} }));
  const ramp = [
    { time: 0, value: 0.8 },
    { time: SECONDS, value: 1.2 },
  ];
  return calibrationProject({}, [
    clip('a', { trackIndex: 3, chain, fadeIn: 0.1 }),
    clip('b', { trackIndex: 0, kfSpeed: ramp, duck: { sources: ['a'] }, pan: -0.4 }),
    clip('c', { trackIndex: 1, speed: 1.25, pitch: -2, loop: true, loudness: { targetLufs: -12 } }),
    clip('d', { trackIndex: 2, kfSpeed: ramp, preservePitch: false, reverse: true }),
  ]);
}
