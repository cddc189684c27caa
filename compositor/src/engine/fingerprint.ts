import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIO_EFFECTS } from '@framemill/timeline/audio-effects';
import type { Clip, Document } from '@framemill/timeline/rendering';
import { openAudioEncoder } from '../audio/audio-encoder.ts';
import { SAMPLE_RATE, type StereoBlock } from '../audio/audio-format.ts';
import { audioCodecs } from '../audio/encoders.ts';
import { mixAudio } from '../audio/mix-audio.ts';
import { fontSet } from '../fonts/bundled-fonts.ts';
import type { Quality } from '../formats/output-formats.ts';
import { type AudioCoding, qualities } from '../formats/output-formats.ts';
import { readModule } from '../kernels/load-kernels.ts';
import { wideColourSample } from '../media/decode/colour/wide-colour-sample.ts';
import { encodedHashes } from '../media/encode/encoder-samples.ts';
import { canonicalJson } from '../plan/canonical-json.ts';
import type { OutputProfile } from '../plan/profile.ts';
import { createRenderer, type MediaFiles } from '../render/renderer.ts';
import { calibrationClip, calibrationProject } from './calibration-project.ts';
import { dependencies, engineCode } from './code-hash.ts';

const width = 96;
const height = 64;
const frames = 4;
const seconds = frames / 25;

/**
 * Computes the fingerprint of the engine, the render program on this machine (hex, 64 characters). It is a hash of the
 * rendering code and of the results of this code for a tiny calibration project, on this processor with these
 * libraries. The project covers text, shapes, rotated and cropped layers, opacity, a dissolve and high dynamic range. A
 * rendered video is also decoded, scaled and encoded again. The hash also covers a few frames in every format and
 * quality, and an audio mix. Machines with equal fingerprints produce equal bytes; each release has another
 * fingerprint. Takes less than a second.
 */
export async function engineFingerprint(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-calibration-'));
  try {
    const hash = createHash('sha256')
      .update(canonicalJson({ code: engineCode(), dependencies, fontSet }))
      .update(readModule())
      .update(wideColourSample());
    const drawn = await renderHash(drawnDocument(), {}, 'high', join(folder, 'drawn.mp4'));
    hash.update(drawn);
    const media = decodedMedia(join(folder, 'drawn.mp4'), drawn);
    hash.update(await renderHash(decodedDocument(), media, 'standard', join(folder, 'decoded.mp4')));
    for (const encoded of encodedHashes(folder)) hash.update(encoded);
    for (const mix of await mixHashes(folder)) hash.update(mix);
    return hash.digest('hex');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function renderHash(
  document: Document,
  media: MediaFiles,
  quality: OutputProfile['quality'],
  outPath: string,
): Promise<string> {
  const rate = { num: 25, den: 1 };
  const profile: OutputProfile = { format: 'mp4', quality, width, height, rate, watermark: false };
  const renderer = await createRenderer({ document, profile, media });
  try {
    const { sha256 } = await renderer.renderSegment(0, frames, outPath);
    return sha256;
  } finally {
    renderer.close();
  }
}

function drawnDocument(): Document {
  const star = { kind: 'star', fill: '#ffcc00', stroke: '#203040', strokeWidth: 2, width: 50, height: 50 } as const;
  const box = { kind: 'rounded-rectangle', fill: '#3366ff', width: 40, height: 30, cornerRadius: 8 } as const;
  return calibration([
    clip('t', {
      type: 'text',
      trackIndex: 1,
      y: 20,
      textStyle: {
        content: 'Ag4',
        fontSize: 19,
        strokeWidth: 1,
        animation: { in: { name: 'blur', duration: seconds }, loop: { name: 'spin', unit: 'character' } },
      },
    }),
    clip('a', { type: 'shape', shape: star, x: -12.3, rotation: 17, opacity: 0.8, duration: seconds / 2 }),
    clip('b', {
      type: 'shape',
      shape: box,
      start: seconds / 2,
      duration: seconds / 2,
      cropL: 0.2,
      transition: { type: 'dissolve', duration: seconds / 4 },
      kfX: [
        { time: 0, value: -9 },
        { time: seconds, value: 9.5 },
      ],
    }),
  ]);
}

function decodedDocument(): Document {
  return calibration([
    clip('c', { type: 'video', src: 'drawn', scale: 0.9 }),
    clip('d', {
      type: 'video',
      src: 'drawn',
      trackIndex: 1,
      scale: 0.45,
      rotation: -12,
      opacity: 0.7,
      cornerRadius: 5,
    }),
  ]);
}

function decodedMedia(path: string, sha256: string): MediaFiles {
  const size = { width, height, durationSec: seconds, fps: 25, hasAudio: false, sizeBytes: 1 };
  return { drawn: { path, facts: { kind: 'video', sha256, mimeType: 'video/mp4', ...size } } };
}

function calibration(clips: Clip[]): Document {
  return calibrationProject({ width, height, background: '#602040' }, clips);
}

function clip(id: string, fields: Partial<Clip> & Pick<Clip, 'type'>): Clip {
  return calibrationClip(id, seconds, { muted: true, ...fields });
}

const SECONDS = 0.1;
/**
 * Duration of the audio that is encoded in every format, in seconds. Results of floating-point encoders rarely differ
 * between processors: 0.1 s of audio may be equal where a second is not.
 */
const ENCODED_SECONDS = 1;

/**
 * Parameters of the audio effects whose defaults change nothing, by effect. With these parameters they change the
 * audio.
 */
const AUDIBLE: Readonly<Record<string, Record<string, number>>> = {
  gain: { gainDb: -3 },
  limiter: { ceilingDb: -12 },
  pitchshift: { semitones: 4 },
};

/**
 * Computes hashes (SHA-256, hex) of test audio as this machine processes it. A short signal is encoded in each format.
 * The signal is also decoded, passed through every audio effect, played with changing speed, stretched, ducked,
 * levelled and mixed. Machines with equal hashes produce equal mixes. `folder` is for temporary files.
 */
async function mixHashes(folder: string): Promise<string[]> {
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

/**
 * Synthesizes a rising tone on the left channel and bursts of noise on the right. Encoders have to make many decisions
 * for such a signal.
 */
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
