import { createDocument } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { commandsInside, openTimeline, stillEntered } from './entered.ts';

const { tracks } = createDocument();
const settings = { width: 320, height: 180 };
const compositions = ['a', 'b'].map((id) => ({ id, name: id, settings, tracks, clips: [] }));
const document = { ...createDocument({ fps: 25 }), compositions };
const entered = [
  { compositionId: 'a', outerSec: 1 },
  { compositionId: 'b', outerSec: 2 },
];

it('shows the last composition as a document, and the document itself without one', () => {
  expect(openTimeline(document, entered).settings).toMatchObject({ name: 'b', width: 320, fps: 25 });
  expect(openTimeline(document, [])).toBe(document);
});

it('leaves compositions that no longer exist, with those inside them', () => {
  expect(stillEntered(document, entered)).toBe(entered);
  expect(stillEntered({ ...document, compositions: compositions.slice(0, 1) }, entered)).toEqual(entered.slice(0, 1));
  expect(stillEntered(createDocument(), entered)).toEqual([]);
});

it('makes commands work in the last composition, except those for the project', () => {
  const move = { op: 'moveClip', clipId: 'c', start: 1 };
  const rename = { op: 'setProjectSettings', name: 'Other' };
  const resize = { op: 'updateComposition', compositionId: 'a', width: 640 };
  expect(commandsInside([move, rename, resize], entered)).toEqual([{ ...move, compositionId: 'b' }, rename, resize]);
  expect(commandsInside([move], [])).toEqual([move]);
});
