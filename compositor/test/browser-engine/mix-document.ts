import { join } from 'node:path';
import { createDocument, type Document, parseDocument } from '@framemill/timeline';
import type { StereoBlock } from '../../src/audio/audio-format.ts';
import { nodeAudio } from '../../src/audio/mixer.ts';
import { openDocumentMix } from '../../src/browser-engine/index.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { correlation } from '../audio/against-decoder.ts';
import { writeWav } from '../audio/impulse-file.ts';
import { randomOf } from '../audio/signals.ts';

const rate = 48_000;

/** Writes 8 s of words, a melody and noise as WAV files of different rates. Returns them as media. */
export async function mixMedia(folder: string): Promise<MediaFiles> {
  const random = randomOf(5);
  const melody = (n: number, hertz: number) =>
    Math.sin((2 * Math.PI * 220 * (1 + (Math.floor(n / hertz) % 5) / 4) * n) / hertz);
  const sources = {
    // One second of speech-like strokes, half a second of silence.
    words: {
      rate,
      channels: 1,
      sample: (n: number) => (n % 72_000 < 48_000 ? 0.5 * melody(n, rate) * Math.exp(-(n % 9_600) / 3_000) : 0),
    },
    music: { rate: 44_100, channels: 2, sample: (n: number, side: number) => (side ? 0.3 : 0.4) * melody(n, 44_100) },
    noise: { rate, channels: 2, sample: () => 0.5 * (random() - 0.5) },
  } as const;
  const media: MediaFiles = {};
  for (const [name, source] of Object.entries(sources)) {
    const path = join(folder, `${name}.wav`);
    writeWav(path, { ...source, samples: 8 * source.rate });
    media[name] = { path, facts: await probeMedia(path) };
  }
  return media;
}

type ClipFields = { src: string; start: number; duration: number } & Record<string, unknown>;

/** Creates a document with audio clips of files that last 8 s. */
export function mixDocument(clips: readonly ClipFields[]): Document {
  return parseDocument({
    ...createDocument({ fps: 30 }),
    clips: clips.map((clip, index) => ({
      ...{ id: `clip-${index}`, name: '', type: 'audio', trackIndex: 3, mediaDuration: 8 },
      ...clip,
    })),
  });
}

/** Documents by what they play. */
export const mixDocuments: Readonly<Record<string, () => Document>> = {
  'clips that are cut, faded, panned and overlap': () =>
    mixDocument([
      { src: 'music', start: 0.25, duration: 5, mediaStart: 1.3, volume: 0.7, fadeIn: 0.5, fadeOut: 1 },
      { src: 'words', start: 1, duration: 4, trackIndex: 2, pan: -0.4 },
      { src: 'noise', start: 2.5, duration: 1.1, trackIndex: 1, fadeCurve: 'exponential', fadeIn: 0.3 },
    ]),
  'music that is lowered under words, with effects': () =>
    mixDocument([
      { src: 'music', start: 0, duration: 6, duck: { sources: ['clip-1'], amountDb: -15 } },
      {
        ...{ src: 'words', start: 1, duration: 4, trackIndex: 2 },
        chain: [
          { type: 'highpass', enabled: true, params: { frequency: 150 } },
          { type: 'compressor', enabled: true, params: {} },
          { type: 'reverb', enabled: true, params: {} },
        ],
      },
    ]),
  'reversed and repeated clips': () =>
    mixDocument([
      { src: 'music', start: 0, duration: 4, reverse: true, mediaStart: 0.5 },
      { src: 'words', start: 0.5, duration: 5, trackIndex: 2, loop: true, mediaDuration: 1.7, loopOffset: 0.4 },
    ]),
  'clips at another speed that keep their pitch': () =>
    mixDocument([
      { src: 'music', start: 0, duration: 4, speed: 1.6 },
      { src: 'words', start: 0.5, duration: 5, trackIndex: 2, speed: 0.7 },
    ]),
  'a speed ramp': () =>
    mixDocument([
      {
        ...{ src: 'words', start: 0, duration: 4 },
        kfSpeed: [
          { time: 0, value: 1 },
          { time: 4, value: 2 },
        ],
      },
    ]),
  'a clip with a target loudness, and one that is too loud': () =>
    mixDocument([
      { src: 'words', start: 0, duration: 4, loudness: { targetLufs: -14 } },
      { src: 'music', start: 1, duration: 4, trackIndex: 2, volume: 3 },
    ]),
};

/** Mixes a document in Node from sample `fromSample` on. `folder` is for scratch files. */
export async function mixInNode(
  document: Document,
  media: MediaFiles,
  folder: string,
  fromSample = 0,
): Promise<StereoBlock> {
  const scratched = { ...nodeAudio, openSpool: (path: string) => nodeAudio.openSpool(join(folder, path)) };
  const mix = openDocumentMix(document, media, scratched, fromSample);
  const count = Math.max(0, mix.totalSamples - fromSample);
  const block = { left: new Float32Array(count), right: new Float32Array(count) };
  await mix.read(block, count);
  mix.close();
  return block;
}

/** Returns the largest difference between two mixes, over the samples [from, until) of both. */
export function largestDifference(a: StereoBlock, b: StereoBlock, from = 0, until = a.left.length): number {
  let most = 0;
  for (const side of ['left', 'right'] as const) {
    for (let n = from; n < until; n++) most = Math.max(most, Math.abs((a[side][n] ?? 0) - (b[side][n] ?? 0)));
  }
  return most;
}

/**
 * Returns the delay of `block` against `own` from a time on, in samples (60 at most), and the correlation of their left
 * channels over `spanSec` seconds.
 */
export function alike(block: StereoBlock, own: StereoBlock, atSec: number, spanSec = 1) {
  const from = Math.round(atSec * rate);
  const span = Math.round(spanSec * rate);
  let best = { lag: 0, correlation: -1 };
  for (let lag = -60; lag <= 60; lag++) {
    const value = correlation(block.left.subarray(from + lag, from + lag + span), own.left.subarray(from, from + span));
    if (value > best.correlation) best = { lag, correlation: value };
  }
  return best;
}
