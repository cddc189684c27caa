import { text } from 'node:stream/consumers';
import { filmDocument } from '@framemill/testing/documents';
import { nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import type { Clip } from '@framemill/timeline';
import { afterEach, describe, expect, it } from 'vitest';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const seconds = 2;

/** Admits a render of an uploaded video without changes, apart from `fields` of its clip. */
async function renderFilm(account: string, fields: Partial<Clip> = {}): Promise<{ id: string; objectKey: string }> {
  const packets = { rate: { num: 30, den: 1 }, frames: seconds * 30, pictureBytes: 1, delay: 0, soundFits: true };
  const { id: src, objectKey } = await stack.media(account, {
    ...{ kind: 'video', mimeType: 'video/mp4', width: 1920, height: 1080 },
    ...{ durationSec: seconds, fps: 30, hasAudio: true, packets },
  });
  const projectId = await stack.project(account, filmDocument(src, seconds, fields));
  return { id: await stack.render(account, projectId), objectKey };
}
const kindsOf = async (renderId: string) =>
  (await stack.database.client.task.findMany({ where: { renderId } })).map(({ kind }) => kind).sort();
const fileOf = async (exportKey: string | null) => text((await stack.store.get(exportKey ?? '')).body);

describe('a render of one untouched source', () => {
  it('is one stitch that copies it: no frame ranges, no segments', async () => {
    await stack.startScheduler();
    const node = await stack.startNode({ copies: true });
    const { id, objectKey } = await renderFilm(await stack.account());
    const row = await stack.reaches(id, 'COMPLETED');
    expect(row).toMatchObject({ totalSegments: 0, reusedSegments: 0, totalFrames: 60, doneFrames: 60, durationSec: 2 });
    expect(await fileOf(row.exportKey)).toBe(`copy of ${objectKey} with copy sound`);
    expect(await kindsOf(id)).toEqual(['stitch']);
    expect(node.taken).toEqual([]);
  });

  it('has its sound mixed before when that was changed', async () => {
    await stack.startScheduler();
    await stack.startNode({ copies: true });
    const { id, objectKey } = await renderFilm(await stack.account(), { volume: 0.5 });
    const row = await stack.reaches(id, 'COMPLETED');
    expect(await fileOf(row.exportKey)).toBe(`copy of ${objectKey} with mix sound`);
    expect(await kindsOf(id)).toEqual(['audio', 'stitch']);
  });

  it('is encoded when the plan puts a watermark on it', async () => {
    await stack.startScheduler();
    await stack.startNode({ copies: true });
    const { id } = await renderFilm(await stack.account('hobby'));
    expect(await stack.reaches(id, 'COMPLETED')).toMatchObject({ watermark: true, totalSegments: 2 });
  });

  it('is encoded while a node of the engine is of a release that cannot copy', async () => {
    // Both are there before the first look at them.
    await stack.startNode({ copies: true });
    await stack.startNode();
    await stack.startScheduler();
    const { id } = await renderFilm(await stack.account());
    expect(await stack.reaches(id, 'COMPLETED')).toMatchObject({ totalSegments: 2 });
  });

  it('is tried again when its copy fails', async () => {
    await stack.startScheduler();
    let tries = 0;
    const onStitch = async () => {
      tries += 1;
      if (tries === 1) throw nodeError({ kind: 'failed', code: 'internal_error', message: 'the disk is full' });
    };
    await stack.startNode({ copies: true, onStitch });
    const { id } = await renderFilm(await stack.account());
    await stack.reaches(id, 'COMPLETED');
    expect(tries).toBe(2);
  });
});
