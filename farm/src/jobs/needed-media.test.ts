import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { ChildTask } from '@framemill/compositor/child';
import type { OutputProfile } from '@framemill/compositor/plan';
import { createLogger, createMetrics, createObjectStore } from '@framemill/infra';
import { type MediaSources, objectKeys, WRITTEN_VERSION } from '@framemill/scheduler/protocol';
import { testFolder } from '@framemill/testing/folders';
import { CLIP_DEFAULTS, type Clip, createDocument } from '@framemill/timeline';
import { beforeEach, expect, it } from 'vitest';
import { createMediaCache } from '../cache/media-cache.ts';
import { framesKind } from './frames.ts';
import type { JobContext } from './job-kind.ts';
import { audioKind } from './stitch.ts';

const fingerprint = 'f'.repeat(64);
const contentKey = 'c'.repeat(64);
const shared = { v: WRITTEN_VERSION, renderId: 'r', accountId: 'a', taskId: 't', attempt: 1, epoch: 1, fingerprint };
const order = { ...shared, documentKey: objectKeys.document('r') };
const profile: OutputProfile = {
  ...{ format: 'mp4', quality: 'draft', width: 320, height: 180 },
  ...{ rate: { num: 30, den: 1 }, watermark: false },
};

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

/** Creates a job context with a real store and media cache. The media task of the job is recorded and not executed. */
async function contextOf(media: MediaSources, clips: Clip[]) {
  const store = await createObjectStore({ kind: 'folder', root: path.join(folder, 'objects') });
  for (const [src, { objectKey }] of Object.entries(media)) await store.put(objectKey, Buffer.from(src));
  const metrics = createMetrics('test');
  const patience = { awayMs: 1_000, wrongMs: 0 };
  const cache = createMediaCache({ root: path.join(folder, 'cache'), limitBytes: 1_000_000, store, patience, metrics });
  const tasks: ChildTask[] = [];
  const document = { ...createDocument({ width: 320, height: 180 }), clips };
  const context: JobContext = {
    ...{ nodeId: 'n', encodedBy: null, engines: { cpu: fingerprint }, htmlFrames: path.join(folder, 'html') },
    ...{ scratchDir: path.join(folder, 'job'), signal: new AbortController().signal },
    ...{ store, patience, media: cache, metrics, log: createLogger('test', { level: 'silent' }) },
    renderSnapshot: async () => ({ v: WRITTEN_VERSION, document, profile, fontSet: 'fonts', media }),
    frameSnapshot: () => Promise.reject(new Error('no frame was asked for')),
    warmFolders: { filled: () => Promise.reject(new Error('no preview was asked for')) },
    publish: () => Promise.reject(new Error('no preview was asked for')),
    reportFrames: () => undefined,
    noteSpan: () => null,
    runTask(task) {
      tasks.push(task);
      return Promise.reject(new Error('far enough'));
    },
  };
  return { context, tasks };
}

function source(src: string, hasAudio: boolean): MediaSources[string] {
  const sha256 = createHash('sha256').update(src).digest('hex');
  const size = { width: 320, height: 180, durationSec: 10, fps: 30 };
  const facts = { kind: 'video', mimeType: 'video/mp4', sha256, sizeBytes: src.length, hasAudio, ...size } as const;
  return { objectKey: `uploads/${src}`, facts };
}

const clip = (src: string, start: number, fields: Partial<Clip> = {}): Clip => ({
  ...CLIP_DEFAULTS,
  ...{ id: src, type: 'video', src, start, duration: 2, trackIndex: 0, mediaDuration: 10 },
  ...fields,
});
const media = { early: source('early', true), late: source('late', true), silent: source('silent', false) };
const clips = [clip('early', 0, { muted: true }), clip('late', 30), clip('silent', 60)];
const mediaOf = (task: ChildTask | undefined) => (task && 'media' in task ? Object.keys(task.media).sort() : null);

it('a frame range fetches only the sources that its frames show', async () => {
  const { context, tasks } = await contextOf(media, clips);
  const segments = [{ index: 15, startFrame: 900, endFrame: 930, contentKey }];
  await expect(framesKind.execute({ ...order, segments }, context)).rejects.toThrow('far enough');
  expect(mediaOf(tasks[0])).toEqual(['late']);
  expect(await readdir(path.join(folder, 'job/media'))).toEqual([media.late.facts.sha256]);
});

it('a mix fetches only the sources that are heard', async () => {
  const { context, tasks } = await contextOf(media, clips);
  await expect(audioKind.execute({ ...order, contentKey }, context)).rejects.toThrow('far enough');
  expect(mediaOf(tasks[0])).toEqual(['late']);
});

it('a source that is gone is handed back, for the scheduler to look for', async () => {
  const { context } = await contextOf(media, clips);
  await context.store.delete(media.late.objectKey);
  const segments = [{ index: 15, startFrame: 900, endFrame: 930, contentKey }];
  await expect(framesKind.execute({ ...order, segments }, context)).rejects.toMatchObject({
    ...{ code: 'unavailable', key: 'uploads/late' },
    message: expect.stringContaining('the file of the source "late"'),
  });
});

it('a source that is broken in the store is named', async () => {
  const { context } = await contextOf(media, clips);
  await context.store.put(media.late.objectKey, Buffer.from('othr'));
  const segments = [{ index: 15, startFrame: 900, endFrame: 930, contentKey }];
  await expect(framesKind.execute({ ...order, segments }, context)).rejects.toThrow(
    /^The source "late" cannot be used\. The stored file differs from the uploaded file.*Upload the file again/,
  );
});
