import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, createDocument, type MediaFacts } from '@framemill/timeline';
import { expect, it } from 'vitest';
import type { MediaRecord } from '../model/media.ts';
import { countUses, replaceEverywhere, usesOf } from './media-uses.ts';

const facts = (kind: MediaFacts['kind']): MediaFacts => ({
  ...{ kind, sha256: kind, mimeType: `${kind}/x`, sizeBytes: 1, width: 64, height: 64, durationSec: null, fps: null },
  hasAudio: false,
});
const media = (src: string) => facts(src.startsWith('lut') ? 'lut' : 'image');
const old = { id: 'image-1', url: '/uploads/image-1.png' } as MediaRecord;

function film() {
  let count = 0;
  const newId = (kind: string) => `${kind}-${++count}`;
  const { document, results } = applyCommands(
    createDocument(),
    [
      { op: 'addClip', type: 'image', src: old.id, start: 4, duration: 2 },
      { op: 'addClip', type: 'image', src: old.url, start: 0, duration: 2 },
      { op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 },
      { op: 'setMask', clipId: '$2.clipId', mask: { shape: 'image', src: old.id } },
      { op: 'addClip', type: 'image', src: 'image-2', start: 8, duration: 2 },
    ],
    { catalogue, media, newId },
  );
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  return { document, context: { catalogue, media, newId } };
}

it('finds a file by its id and its address, in clips and masks, in order of time', () => {
  const { document } = film();
  expect(usesOf(document, old).map(({ clip, uses }) => [clip.start, ...uses])).toEqual([
    [0, 'clip'],
    [0, 'mask'],
    [4, 'clip'],
  ]);
  expect(countUses(document).get(old.id)).toBe(2);
});

it('puts another file in all its places and in no other', () => {
  const { document, context } = film();
  const next = applyCommands(document, replaceEverywhere(document, old, 'image-9'), context);
  expect(next.results.every(({ ok }) => ok)).toBe(true);
  expect(usesOf(next.document, old)).toEqual([]);
  expect(countUses(next.document)).toEqual(
    new Map([
      ['image-9', 3],
      ['image-2', 1],
    ]),
  );
});
