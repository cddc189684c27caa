import type { FakeNode } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { CLIP_DEFAULTS, type Clip, createDocument, type Document } from '@framemill/timeline';
import { afterEach, describe, expect, it } from 'vitest';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const clipSec = 10;
const still: Omit<Clip, 'id' | 'type' | 'duration'> = { ...CLIP_DEFAULTS, start: 0, trackIndex: 0, mediaDuration: 0 };

async function upload(account: string, kind: 'video' | 'image'): Promise<string> {
  const size = { width: 1920, height: 1080 };
  const time = kind === 'video' ? { durationSec: clipSec, fps: 30, hasAudio: true } : { durationSec: null, fps: null };
  return (await stack.media(account, { kind, mimeType: `${kind}/x`, hasAudio: false, ...size, ...time })).id;
}

/**
 * Returns a document of one minute at 30 fps: six videos with audio, a permanently moving logo over each, and a caption
 * every three seconds.
 */
async function minute(account: string): Promise<Document> {
  const logo = await upload(account, 'image');
  const clips: Clip[] = [];
  for (let start = 0; start < 60; start += clipSec) {
    const src = await upload(account, 'video');
    const kfX = [0, clipSec].map((time) => ({ time, value: time * 20, easing: 'linear' as const }));
    const placed = { ...still, start, duration: clipSec };
    clips.push({ ...placed, id: `film${start}`, type: 'video', src, mediaDuration: clipSec });
    clips.push({ ...placed, id: `logo${start}`, type: 'image', src: logo, trackIndex: 1, kfX });
    for (const third of [0, 1, 2]) {
      const textStyle = { content: `Caption ${start} ${third}`, color: '#ffffff' };
      const caption = { ...still, type: 'text', trackIndex: 2, textStyle } as const;
      clips.push({ ...caption, id: `caption${start}-${third}`, start: start + 0.5 + 3 * third, duration: 2 });
    }
  }
  return { ...createDocument(), clips };
}

async function rendered(account: string, document: Document, node: FakeNode) {
  const before = node.taken.length;
  const renderId = await stack.render(account, await stack.project(account, document));
  const row = await stack.reaches(renderId, 'COMPLETED', 60_000);
  const tasks = await stack.database.client.task.findMany({ where: { renderId } });
  const orders = node.taken.slice(before).flatMap(({ segments }) => segments);
  return {
    ...{ segments: row.totalSegments, reused: row.reusedSegments, rendered: orders.length, renderId },
    kinds: new Set(tasks.map(({ kind }) => kind)),
  };
}

const edited = (document: Document, id: string, change: Partial<Clip>): Document => ({
  ...document,
  clips: document.clips.map((clip) => (clip.id === id ? { ...clip, ...change } : clip)),
});

describe('a minute of film that is edited and rendered again', () => {
  it('renders only what an edited caption shows, and no sound', async () => {
    await stack.startScheduler();
    const node = await stack.startNode();
    const account = await stack.account();
    const document = await minute(account);
    const first = await rendered(account, document, node);
    expect(first).toMatchObject({ segments: 60, reused: 0, rendered: 60 });
    expect(first.kinds).toEqual(new Set(['frames', 'audio', 'stitch']));

    const textStyle = { content: 'Another text', color: '#ffcc00' };
    const again = await rendered(account, edited(document, 'caption30-1', { textStyle }), node);
    expect(again).toMatchObject({ segments: 60, reused: 57, rendered: 3 });
    expect(again.kinds).toEqual(new Set(['frames', 'stitch']));

    // Louder: no picture changes. Named: nothing at all does.
    const louder = await rendered(account, edited(document, 'film20', { volume: 0.7 }), node);
    expect(louder).toMatchObject({ reused: 60, rendered: 0, kinds: new Set(['audio', 'stitch']) });
    const named = await rendered(account, edited(document, 'film20', { name: 'Beach' }), node);
    expect(named).toMatchObject({ reused: 60, rendered: 0, kinds: new Set(['stitch']) });
  });

  it('renders only what was put in front of everything', async () => {
    await stack.startScheduler();
    const node = await stack.startNode();
    const account = await stack.account();
    const document = await minute(account);
    await rendered(account, document, node);
    const intro: Clip = { ...still, id: 'intro', type: 'video', src: document.clips[0]?.src ?? '', duration: 3 };
    const later = document.clips.map((clip) => ({ ...clip, start: clip.start + 3 }));
    const again = await rendered(account, { ...document, clips: [{ ...intro, mediaStart: 5 }, ...later] }, node);
    expect(again).toMatchObject({ segments: 63, reused: 60, rendered: 3 });
  });
});
