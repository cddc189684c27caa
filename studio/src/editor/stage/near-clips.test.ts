import { applyCommands, batchIds, createDocument } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { nearClips, stretchOf } from './near-clips.ts';

function film(count: number) {
  const context = {
    newId: batchIds(`bat_${'3'.repeat(24)}`),
    catalogue: { fonts: [], effects: {}, transitions: [], shapes: [] },
    media: () => null,
  };
  const commands = Array.from({ length: count }, (_, at) => ({
    op: 'addTextClip',
    text: `${at}`,
    start: at,
    duration: 1,
  }));
  return applyCommands(createDocument({}), commands, context).document;
}

it('a short film is laid out whole', () => {
  const document = film(300);
  expect(nearClips(document, 0)).toBe(document);
});

it('of a long one what lies around the playhead, and its end', () => {
  const near = nearClips(film(400), stretchOf(105)).clips.map(({ start }) => start);
  expect([near[0], near.at(-2), near.at(-1), near.length]).toEqual([80, 139, 399, 61]);
});
