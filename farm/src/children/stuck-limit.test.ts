import type { ChildTask } from '@framemill/compositor/child';
import { type Clip, createDocument } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { createStuckLimit } from './stuck-limit.ts';

type Segments = Extract<ChildTask, { type: 'segments' }>;

const at = (fields: Partial<Clip>) => ({ start: 0, duration: 60, mediaStart: 0, speed: 1, ...fields }) as Clip;

function range(clips: Clip[], frames: number, seekPixels?: number): Segments {
  const { settings, ...others } = createDocument({ width: 1920, height: 1080, fps: 30 });
  const seek = seekPixels === undefined ? {} : { seek: { pixels: seekPixels, outOfReach: [] } };
  const facts = { kind: 'video', width: 1920, height: 1080, ...seek };
  return {
    type: 'segments',
    document: { ...others, settings, clips },
    profile: { width: 1920, height: 1080, rate: { num: 30, den: 1 } },
    media: { film: { path: '', facts } },
    segments: [{ index: 0, startFrame: 0, endFrame: frames, outPath: '' }],
  } as unknown as Segments;
}

const film = at({ type: 'video', src: 'film' });
const shape = at({ type: 'shape', src: '' });

describe('stuck limit', () => {
  it('is ten times the expected time, at least 15 s, at most what is configured', async () => {
    const limit = createStuckLimit(600_000, () => 1);
    expect(await limit.limitMs(range([shape], 1))).toBe(15_000);
    const thirty = await limit.limitMs(range([film], 30));
    expect(thirty).toBeGreaterThan(40_000);
    expect(thirty).toBeLessThan(90_000);
    expect(await limit.limitMs(range([film], 60))).toBeGreaterThan(thirty);
    expect(await limit.limitMs(range([film], 60_000))).toBe(600_000);
    expect(await createStuckLimit(300, () => 1).limitMs(range([film], 30))).toBe(300);
  });

  it('knows what reaching the first picture costs', async () => {
    const limit = createStuckLimit(600_000, () => 1);
    const near = await limit.limitMs(range([film], 30, 2e6 * 30));
    expect(await limit.limitMs(range([film], 30, 14e9))).toBeCloseTo(near + 10 * 28_000, -4);
  });

  it('counts only the sources that the range shows', async () => {
    const limit = createStuckLimit(600_000, () => 1);
    const later = Array.from({ length: 1000 }, () => at({ type: 'video', src: 'film', start: 30 }));
    expect(await limit.limitMs(range([film, ...later], 30))).toBe(await limit.limitMs(range([film], 30)));
  });

  it('waits longer on a node that is slow, and forgets it when it is fast again', async () => {
    const limit = createStuckLimit(600_000, () => 1);
    const task = range([film], 30);
    const before = await limit.limitMs(task);
    await limit.learn(task, before / 2);
    expect(await limit.limitMs(task)).toBeCloseTo(5 * before, -2);
    for (let index = 0; index < 16; index++) await limit.learn(task, 100);
    expect(await limit.limitMs(task)).toBe(before);
  });

  it('waits longer on a node whose cores are shared by several processes', async () => {
    const task = range([film], 30);
    const alone = await createStuckLimit(600_000, () => 0.2).limitMs(task);
    expect(await createStuckLimit(600_000, () => 4).limitMs(task)).toBe(4 * alone);
    expect(await createStuckLimit(600_000, () => 4).limitMs(range([shape], 1))).toBe(60_000);
    expect(await createStuckLimit(600_000, () => 100).limitMs(task)).toBe(600_000);
  });

  it('leaves pages alone, which run by their own clock', async () => {
    const limit = createStuckLimit(600_000, () => 1);
    expect(await limit.limitMs(range([at({ type: 'html', src: '' })], 30))).toBe(600_000);
    expect(await limit.limitMs({ type: 'fingerprint' })).toBe(600_000);
  });

  it('gives a probe 15 s, and a mix as long as its sound is', async () => {
    const limit = createStuckLimit(600_000, () => 1);
    expect(await limit.limitMs({ type: 'probe', path: '/nowhere' })).toBe(15_000);
    const mix = { ...range([film], 30), type: 'audio', outPath: '' } as unknown as ChildTask;
    expect(await limit.limitMs(mix)).toBe(10 * (1_000 + 60 * 50));
  });
});
