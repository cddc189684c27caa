import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outputProfile } from '@framemill/compositor/catalog';
import { type ChildResults, type RenderChild, startRenderChild } from '@framemill/compositor/child';
import type { Document, MediaFacts } from '@framemill/timeline';
import { median } from '../measure/statistics.ts';
import type { BenchMedia } from '../media/make-media.ts';
import { s1 } from '../scenes/s1.ts';
import { s14k } from '../scenes/s1-4k.ts';
import { s2 } from '../scenes/s2.ts';
import { s4 } from '../scenes/s4.ts';
import type { BenchScene } from '../scenes/scene.ts';
import { heavyEffects } from './heavy-effects.ts';

/** What a frame took in one process with one slot, milliseconds. `composite`: decoding, upload, drawing and the way back. */
export interface EngineFigures {
  readonly framesPerSec: number;
  readonly compositeMs: number;
  readonly encodeMs: number;
}

/** A graphics card beside the processor, in one run on one machine. Null card: there is none, and `problem` says why. */
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

const frames = 60;
/** Before the first measured round: shaders, decoders, fonts. */
const warmFrames = 6;

/** Renders two seconds of each scene with both engines, in turns; medians of `rounds`. */
export async function measureGraphicsCard(
  media: BenchMedia,
  ultraMedia: BenchMedia,
  rounds: number,
  log: (line: string) => void,
): Promise<GraphicsCardFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-bench-gpu-'));
  const env: Record<string, string> = { HOME: folder, TMPDIR: folder };
  for (const name of ['PATH', 'LD_LIBRARY_PATH', 'VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'GPU_SOFTWARE']) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  const child = startRenderChild({ env, cwd: folder });
  try {
    const { card, problem } = await child.run({ type: 'graphics-card' });
    log(card ? `graphics card: ${card.adapter.name}, ${card.adapter.driver}` : `${problem}`);
    const figures: GraphicsCardFigures['scenes'][number][] = [];
    for (const scene of [s1, s2, s4, s14k, ...heavyEffects]) {
      const own = scene === s14k ? ultraMedia : media;
      const measure = (drawnBy: 'cpu' | 'gpu') => measureEngine(child, scene, own, { drawnBy, folder, rounds });
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
  { drawnBy, folder, rounds }: { drawnBy: 'cpu' | 'gpu'; folder: string; rounds: number },
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
  const segment = (endFrame: number) =>
    child.run({
      ...{ type: 'segments', document, profile, media: files, drawnBy },
      segments: [{ index: 0, startFrame: 0, endFrame, outPath: join(folder, 'segment.mp4') }],
    });
  await segment(warmFrames);
  const runs: { wallMs: number; composite: number; encode: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const { spentMs } = await segment(frames);
    runs.push({ wallMs: performance.now() - startedAt, ...spentMs });
  }
  return {
    framesPerSec: (frames * 1_000) / median(runs.map(({ wallMs }) => wallMs)),
    compositeMs: median(runs.map(({ composite }) => composite)) / frames,
    encodeMs: median(runs.map(({ encode }) => encode)) / frames,
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

function describe({ framesPerSec, compositeMs, encodeMs }: EngineFigures): string {
  return `${framesPerSec.toFixed(1)} frames/s (${compositeMs.toFixed(1)} + ${encodeMs.toFixed(1)} ms)`;
}
