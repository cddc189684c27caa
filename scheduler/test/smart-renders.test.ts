import { createHash, randomUUID } from 'node:crypto';
import { filmDocument, shapeDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import type { Clip } from '@framemill/timeline';
import { afterEach, describe, expect, it } from 'vitest';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const seconds = 8;
const encoder = { setId: 31, profile: 'high', level: 40, reorder: 2, held: 4, tagged: true };

/** Admits a render of an upload that has one GOP per second, with a shape over its third second. */
async function renderTitled(account: string, fields: Partial<Clip> = {}): Promise<{ id: string; src: string }> {
  const name = randomUUID();
  const sha256 = createHash('sha256').update(name).digest('hex');
  const starts = Array.from({ length: seconds }, (_, i) => i * 30);
  const groups = { starts, parameterSets: 'a'.repeat(64), encoder };
  const packets = {
    ...{ rate: { num: 30, den: 1 }, frames: seconds * 30, pictureBytes: 1, delay: 2, soundFits: true, groups },
  };
  const facts = {
    ...{ kind: 'video', mimeType: 'video/mp4', sha256, sizeBytes: 1 },
    ...{ width: 1920, height: 1080, durationSec: seconds, fps: 30, hasAudio: false, packets },
  };
  const row = { id: `med_${name}`, accountId: account, name, sizeBytes: 1n, sha256, objectKey: `uploads/${name}` };
  await stack.database.client.media.create({ data: { ...row, status: 'READY', facts } });
  const film = filmDocument(row.id, seconds, fields);
  const title = shapeDocument(1, '#ffffff').clips.map((clip) => ({ ...clip, id: 't', start: 2, trackIndex: 1 }));
  const projectId = await stack.project(account, { ...film, clips: [...film.clips, ...title] });
  return { id: await stack.render(account, projectId), src: row.id };
}

const ordersOf = (node: { taken: readonly { segments: readonly { startFrame: number; made?: unknown }[] }[] }) =>
  node.taken
    .flatMap(({ segments }) => segments)
    .sort((a, b) => a.startFrame - b.startFrame)
    .map(({ startFrame, made }) => [startFrame, made]);

describe('a smart render', () => {
  it('tells nodes what to copy and how to encode the rest, and says how many frames are copied', async () => {
    await stack.startScheduler();
    const node = await stack.startNode({ smart: true });
    const { id, src } = await renderTitled(await stack.account());
    const row = await stack.reaches(id, 'COMPLETED');
    expect(row).toMatchObject({ copiedFrames: 210, totalFrames: 240, doneFrames: 240, totalSegments: 3 });
    expect(ordersOf(node)).toEqual([
      [0, { src, sourceFrame: 0 }],
      [60, encoder],
      [90, { src, sourceFrame: 90 }],
    ]);
  });

  it('copies nothing where the clip is touched, and nothing under a watermark', async () => {
    await stack.startScheduler();
    const node = await stack.startNode({ smart: true });
    const touched = await renderTitled(await stack.account(), { opacity: 0.5 });
    expect(await stack.reaches(touched.id, 'COMPLETED')).toMatchObject({ copiedFrames: 0, totalSegments: 8 });
    const marked = await renderTitled(await stack.account('hobby'));
    expect(await stack.reaches(marked.id, 'COMPLETED')).toMatchObject({ copiedFrames: 0 });
    expect(ordersOf(node).every(([, made]) => made === undefined)).toBe(true);
  });

  it('waits until no node of the engine is of a release that cannot: until then all is encoded', async () => {
    // Both are there before the first look at them.
    const nodes = [await stack.startNode({ smart: true }), await stack.startNode()];
    await stack.startScheduler();
    const { id } = await renderTitled(await stack.account());
    expect(await stack.reaches(id, 'COMPLETED')).toMatchObject({ copiedFrames: 0, totalSegments: 8 });
    expect(nodes.flatMap(ordersOf).every(([, made]) => made === undefined)).toBe(true);
  });
});
