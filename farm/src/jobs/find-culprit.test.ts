import { CLIP_DEFAULTS, type Clip, createDocument } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { ChildLost } from '../children/child-lost.ts';
import { findCulprit, PoisonedSource, type RunTask, type SourceTask } from './find-culprit.ts';

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
  const culprit = await findCulprit(new ChildLost('stuck', 'no progress'), task, 0, run);
  expect(culprit).toBeInstanceOf(PoisonedSource);
  expect(culprit).toMatchObject({ sha256: 'b', message: expect.stringMatching(/^clip "title"/) });
  expect(tried).toEqual([['med_image'], ['med_font']]);
});
