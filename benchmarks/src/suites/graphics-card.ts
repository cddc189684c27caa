import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildResults, type RenderChild, startRenderChild } from '@framemill/compositor/child';
import { outputProfile } from '@framemill/compositor/plan';
import type { Document, MediaFacts } from '@framemill/timeline';
import { median } from '../measure/statistics.ts';
import type { BenchMedia } from '../media.ts';
import { s1, s14k } from '../scenes/s1.ts';
import { s2 } from '../scenes/s2.ts';
import { type BenchScene, buildDocument, videoClip } from '../scenes/scene.ts';
import { s4 } from '../scenes/single-video.ts';

/** Figures of rendering on the processor or on the GPU, in one process with one slot. */
export interface EngineFigures {
  readonly framesPerSec: number;
  /**
   * Time of each render stage (such as decoding or encoding), in ms per frame. On a GPU several segments are in
   * progress, and their stages overlap.
   */
  readonly stagesMs: ChildResults['segments']['spentMs'];
  /**
   * Fraction of the time in which the GPU computed, by the GPU's own clock. Null when no GPU was used or it has no such
   * clock.
   */
  readonly busyShare: number | null;
  /** GPU memory that the process uses, in MB; null when no GPU was used. */
  readonly cardMegabytes: number | null;
}

/**
 * Comparison of the GPU with the processor, in one run on one machine. `card` is null when there is no GPU; `problem`
 * then states the reason.
 */
export interface GraphicsCardFigures {
  readonly card: ChildResults['graphics-card']['card'];
  readonly problem: string | null;
  readonly frames: number;
  readonly scenes: readonly {
    readonly scene: string;
    readonly cpu: EngineFigures;
    readonly gpu: EngineFigures | null;
  }[];
}

const realFrames = 60;
// A software GPU is only for tests of this measurement.
const softwareFrames = 2;
/** Number of segments in a job. A GPU processes several of them at a time. */
const segmentsOfRange = 4;
/** Number of frames rendered before the first measured round, to load shaders, decoders and fonts. */
const warmFrames = 6;

/**
 * Renders two seconds of each scene, on the processor and on the GPU if there is one. The figures are medians over
 * `rounds` rounds.
 */
export async function measureGraphicsCard(
  media: BenchMedia,
  ultraMedia: () => Promise<BenchMedia>,
  rounds: number,
  log: (line: string) => void,
): Promise<GraphicsCardFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-bench-gpu-'));
  const env: Record<string, string> = { HOME: folder, TMPDIR: folder };
  for (const name of [
    'PATH',
    'LD_LIBRARY_PATH',
    'VK_DRIVER_FILES',
    'VK_ICD_FILENAMES',
    'GPU_SOFTWARE',
    'GPU_MEMORY_MB',
  ]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const child = startRenderChild({ env, cwd: folder });
  try {
    const { card, problem } = await child.run({ type: 'graphics-card' });
    log(card ? `graphics card: ${card.adapter.name}, ${card.adapter.driver}` : `${problem}`);
    const figures: GraphicsCardFigures['scenes'][number][] = [];
    const isSoftware = card?.adapter.isSoftware ?? false;
    const frames = isSoftware ? softwareFrames : realFrames;
    for (const scene of isSoftware ? [s1] : [s1, s2, s4, s14k, ...heavyEffects]) {
      const own = scene === s14k ? await ultraMedia() : media;
      const measure = (drawnBy: 'cpu' | 'gpu') => measureEngine(child, scene, own, { drawnBy, folder, rounds, frames });
      const cpu = await measure('cpu');
      const gpu = card ? await measure('gpu') : null;
      log(`${scene.name}: cpu ${describe(cpu)}${gpu ? `; gpu ${describe(gpu)}` : ''}`);
      figures.push({ scene: `${scene.name}: ${scene.about}`, cpu, gpu });
    }
    return { card, problem, frames, scenes: figures };
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureEngine(
  child: RenderChild,
  scene: BenchScene,
  media: BenchMedia,
  { drawnBy, folder, rounds, frames }: { drawnBy: 'cpu' | 'gpu'; folder: string; rounds: number; frames: number },
): Promise<EngineFigures> {
  const document = scene.document(10, media);
  const options = {
    format: 'mp4',
    quality: 'standard',
    resolution: 'full',
    maxShortSide: null,
    watermark: false,
  } as const;
  const { profile } = outputProfile(document.settings, options);
  const files = await filesOf(child, document);
  const render = (endFrame: number) => {
    const length = Math.ceil(endFrame / segmentsOfRange);
    const starts = Array.from({ length: segmentsOfRange }, (_, index) => index * length).filter((at) => at < endFrame);
    return child.run({
      ...{ type: 'segments', document, profile, media: files, drawnBy },
      segments: starts.map((startFrame, index) => ({
        ...{ index, startFrame, endFrame: Math.min(endFrame, startFrame + length) },
        outPath: join(folder, `segment-${index}.mp4`),
      })),
    });
  };
  await render(Math.min(frames, warmFrames));
  const runs: { wallMs: number; result: ChildResults['segments'] }[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const result = await render(frames);
    runs.push({ wallMs: performance.now() - startedAt, result });
  }
  const stage = (name: keyof EngineFigures['stagesMs']) =>
    median(runs.map(({ result }) => result.spentMs[name])) / frames;
  const shares = runs.flatMap(({ wallMs, result: { card } }) => (card ? [card.computedMs / wallMs] : []));
  const bytes = runs.at(-1)?.result.card?.usedBytes;
  return {
    framesPerSec: (frames * 1_000) / median(runs.map(({ wallMs }) => wallMs)),
    stagesMs: {
      decode: stage('decode'),
      upload: stage('upload'),
      composite: stage('composite'),
      readBack: stage('readBack'),
      encode: stage('encode'),
    },
    busyShare: shares.length > 0 && shares.some((share) => share > 0) ? median(shares) : null,
    cardMegabytes: bytes === undefined ? null : bytes / 1024 / 1024,
  };
}

async function filesOf(
  child: RenderChild,
  document: Document,
): Promise<Record<string, { path: string; facts: MediaFacts }>> {
  const paths = [...new Set(document.clips.map(({ src }) => src).filter((src) => src !== undefined && src !== ''))];
  const files: Record<string, { path: string; facts: MediaFacts }> = {};
  for (const path of paths) files[path] = { path, facts: await child.run({ type: 'probe', path }) };
  return files;
}

function describe({ framesPerSec, stagesMs, busyShare }: EngineFigures): string {
  const stages = Object.entries(stagesMs).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
  const busy = busyShare === null ? '' : `, busy ${Math.round(100 * busyShare)} %`;
  return `${framesPerSec.toFixed(1)} frames/s (${stages.join(', ')} ms${busy})`;
}

/** Effects that take most time on the processor, each applied to one video. */
const heavy: readonly { readonly name: string; readonly effects: readonly { type: string; params: object }[] }[] = [
  { name: 'vhs', effects: [{ type: 'vhs', params: { tracking: 0.5 } }] },
  { name: 'zoom-blur', effects: [{ type: 'zoom-blur', params: { amount: 0.3 } }] },
  {
    name: 'glow, grain',
    effects: [
      { type: 'glow', params: { radius: 30 } },
      { type: 'grain', params: { amount: 0.4 } },
    ],
  },
  {
    name: 'kaleidoscope, lens',
    effects: [
      { type: 'kaleidoscope', params: { segments: 8 } },
      { type: 'lens-distortion', params: { amount: 0.6 } },
    ],
  },
  {
    name: 'motion blur, sharpen',
    effects: [
      { type: 'motion-blur', params: { distance: 60 } },
      { type: 'sharpen', params: {} },
    ],
  },
];

/**
 * Scenes that use one of these effects each. They compare only the CPU with the GPU, because no ffmpeg graph draws the
 * same.
 */
const heavyEffects: readonly BenchScene[] = heavy.map(({ name, effects }) => ({
  name,
  about: `${name} on one video`,
  document: (seconds: number, media: BenchMedia) =>
    buildDocument(0, [
      {
        add: videoClip(media.videos.a, 0, seconds, 0),
        refine: effects.map(({ type, params }) => ({ op: 'addEffect', type, params })),
      },
    ]),
  ffmpeg: () => null,
}));
