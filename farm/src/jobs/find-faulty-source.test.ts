import { CLIP_DEFAULTS, type Clip, createDocument } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { ChildLost } from '../children/child-lost.ts';
import {
  FaultySource,
  findFaultySource,
  mayHaveFaultySource,
  type RunTask,
  type SourceTask,
} from './find-faulty-source.ts';

const file = (sha256: string, kind: 'image' | 'font') => ({
  path: `/media/${sha256}`,
  facts: {
    ...{ kind, sha256, mimeType: 'x/y', sizeBytes: 1, width: null, height: null },
    ...{ durationSec: null, fps: null, hasAudio: false },
  },
});
const clip = (id: string, fields: Partial<Clip>): Clip => ({
  ...CLIP_DEFAULTS,
  ...{ id, type: 'text', start: 0, duration: 2, trackIndex: 0, mediaDuration: 2 },
  ...fields,
});

it('tries the font of a text alone, as it does a picture', async () => {
  const clips = [
    clip('picture', { type: 'image', src: 'med_image', mask: { shape: 'text', text: 'Hi', fontFamily: 'med_masks' } }),
    clip('title', { textStyle: { content: 'Hi', fontFamily: 'med_font' } }),
  ];
  const task: SourceTask = {
    type: 'segments',
    document: { ...createDocument({ width: 320, height: 180 }), clips },
    profile: {
      ...{ format: 'mp4', quality: 'draft', width: 320, height: 180 },
      ...{ rate: { num: 30, den: 1 }, watermark: false },
    },
    media: { med_image: file('a', 'image'), med_font: file('b', 'font'), med_masks: file('c', 'font') },
    segments: [{ index: 0, startFrame: 0, endFrame: 60, outPath: '/out' }],
  };
  const tried: string[][] = [];
  const run: RunTask = (trial) => {
    const sources = 'media' in trial ? Object.keys(trial.media) : [];
    tried.push(sources);
    return Promise.reject(sources.includes('med_font') ? new ChildLost('stuck', 'no progress') : new Error('drawn'));
  };
  const faulty = await findFaultySource(new ChildLost('stuck', 'no progress'), task, 0, run);
  expect(faulty).toBeInstanceOf(FaultySource);
  expect(faulty).toMatchObject({ sha256: 'b', message: expect.stringMatching(/^The source of clip "title"/) });
  expect(tried).toEqual([['med_image'], ['med_font']]);
});

const image = (id: string) => clip(id, { type: 'image', src: `med_${id}` });
const task: SourceTask = {
  type: 'segments',
  document: { ...createDocument({ width: 320, height: 180 }), clips: [image('a'), image('b')] },
  profile: {
    ...{ format: 'mp4', quality: 'draft', width: 320, height: 180 },
    ...{ rate: { num: 30, den: 1 }, watermark: false },
  },
  media: { med_a: file('a', 'image'), med_b: file('b', 'image') },
  segments: [{ index: 0, startFrame: 0, endFrame: 60, outPath: '/out' }],
};
const crash = new ChildLost('crash', 'signal SIGSEGV');
const killed = new ChildLost('killed', 'signal SIGKILL');
const oom = new ChildLost('oom', 'signal SIGKILL', { residentBytes: 1, isHigh: true });

/**
 * Creates a `run` function that simulates trials of single sources. `ends` lists the results of each source's trials in
 * order: an error that the child was lost, or null for a rendered frame. `tried` records the tried sources.
 */
function trials(ends: Record<string, (ChildLost | null)[]>): { run: RunTask; tried: string[] } {
  const tried: string[] = [];
  const run: RunTask = async (trial) => {
    const [src = ''] = 'media' in trial ? Object.keys(trial.media) : [];
    tried.push(src);
    throw ends[src]?.shift() ?? new Error('drawn');
  };
  return { run, tried };
}

it('takes a trial that was killed from outside for no verdict, and tries it again', async () => {
  const { run, tried } = trials({ med_a: [killed], med_b: [killed, crash] });
  expect(await findFaultySource(crash, task, 0, run)).toMatchObject({ name: 'FaultySource', sha256: 'b' });
  expect(tried).toEqual(['med_a', 'med_a', 'med_b', 'med_b']);
});

it('names nobody when every trial is killed from outside, and comes to an end', async () => {
  const { run, tried } = trials({ med_a: Array(9).fill(killed), med_b: Array(9).fill(killed) });
  expect(await findFaultySource(crash, task, 0, run)).toBe(crash);
  expect(tried).toHaveLength(6);
});

it('names the source on which memory runs out again only when that was how the child was lost', async () => {
  expect(await findFaultySource(oom, task, 0, trials({ med_b: [oom] }).run)).toMatchObject({ sha256: 'b', lost: oom });
  expect(await findFaultySource(crash, task, 0, trials({ med_b: [oom] }).run)).toBe(crash);
});

it('is not begun for a child that was killed from outside', () => {
  expect([crash, oom, killed].map((lost) => mayHaveFaultySource(lost, task))).toEqual([true, true, false]);
});

it('tries the sources around a frame, and names no proxy', async () => {
  const frame: SourceTask = {
    ...{ type: 'frame', atSec: 0.5, image: 'jpeg', scale: 1, outPath: '/out.jpg' },
    document: task.document,
    media: { med_a: { ...file('a', 'image'), shownAs: { width: 1, height: 1 } }, med_b: file('b', 'image') },
  };
  const { run, tried } = trials({ med_a: [crash], med_b: [crash] });
  expect(mayHaveFaultySource(crash, frame)).toBe(true);
  expect(await findFaultySource(crash, frame, 0, run)).toMatchObject({ name: 'FaultySource', sha256: 'b' });
  expect(tried).toEqual(['med_b']);
  expect(await findFaultySource(crash, { ...frame, atSec: [9, 12] }, 0, run)).toBe(crash);
});
