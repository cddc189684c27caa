import { catalogue } from '@framemill/compositor/capabilities';
import {
  applyCommands,
  batchIds,
  type Clip,
  type Command,
  createDocument,
  type Document,
  type MediaFacts,
} from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { clipText, pasteCommands } from './clip-text.ts';

const facts: MediaFacts = {
  kind: 'video',
  ...{ sha256: 'a'.repeat(64), mimeType: 'video/mp4', sizeBytes: 9, width: 640, height: 360 },
  ...{ durationSec: 60, fps: 30, hasAudio: true },
};

let batch = 0;
function edited(document: Document, commands: readonly Command[]): Document {
  batch += 1;
  const newId = batchIds(`bat_${String(batch).padStart(24, '0')}`);
  const outcome = applyCommands(document, commands, { catalogue, media: () => facts, newId });
  expect(outcome.results.filter(({ ok }) => !ok)).toEqual([]);
  return outcome.document;
}

const all = ({ clips }: Document) => new Set(clips.map(({ id }) => id));
const pasted = (text: string, into: Document, atSec: number) =>
  (pasteCommands(text, into, atSec) ?? []).reduce((document, commands) => edited(document, commands), into);

/** Returns a clip without its ids, without the ids of its effects, and without its position. */
function bare({ id: _id, groupId, effects = [], start: _start, ...rest }: Clip) {
  return { ...rest, isGrouped: groupId !== undefined, effects: effects.map(({ id: _, ...effect }) => effect) };
}

const rich: Command[] = [
  {
    op: 'addClip',
    type: 'video',
    src: 'med_a',
    start: 3,
    duration: 4,
    mediaStart: 2,
    mediaDuration: 60,
    trackIndex: 0,
  },
  { op: 'addClip', type: 'video', src: 'med_a', start: 7, duration: 4, mediaDuration: 60, trackIndex: 0, name: 'Two' },
  { op: 'addTextClip', text: 'Words', start: 4, duration: 3, style: { fontSize: 120, color: '#ff0000' } },
  { op: 'addShapeClip', kind: 'star', start: 5, duration: 2, style: { fill: '#00ff00', points: 7 }, trackIndex: 1 },
  { op: 'addAdjustmentLayer', start: 8, duration: 2, filter: 'cinematic', trackIndex: 1 },
  { op: 'addHtmlClip', html: '<p>Hi</p>', css: 'p { color: red }', start: 11, duration: 2, trackIndex: 1 },
  {
    op: 'setKeyframes',
    clipId: '$0.clipId',
    prop: 'x',
    keyframes: [
      { time: 0, value: -9, easing: 'easeOut' },
      { time: 1, value: 9 },
    ],
  },
  { op: 'addEffect', clipId: '$0.clipId', type: 'blur', params: { radius: 7 } },
  { op: 'addEffect', clipId: '$0.clipId', type: 'vignette' },
  { op: 'updateEffect', clipId: '$0.clipId', effectId: '$7.effectId', enabled: false },
  { op: 'setAudioEffects', clipId: '$1.clipId', chain: [{ type: 'highpass', params: { frequency: 90 } }] },
  { op: 'setTransition', clipId: '$1.clipId', type: 'wipe', duration: 1, direction: 'up' },
  { op: 'setColorGrade', clipId: '$1.clipId', grade: { exposure: 0.5 } },
  { op: 'groupClips', clipIds: ['$0.clipId', '$2.clipId'] },
];

describe('clips on the clipboard', () => {
  const film = edited(createDocument({}), rich);

  it('come into another project as they were, at another time and with ids of their own', () => {
    const other = edited(createDocument({}), [{ op: 'addTextClip', text: 'There', start: 100, duration: 1 }]);
    const made = pasted(clipText(film, all(film)) ?? '', other, 20);
    const added = made.clips.filter(({ id }) => !all(other).has(id)).toSorted((a, b) => a.start - b.start);
    const copied = film.clips.toSorted((a, b) => a.start - b.start);
    expect(added.map(bare)).toEqual(copied.map(bare));
    expect(added.map(({ start }) => start)).toEqual(copied.map(({ start }) => start + 17));
    expect(added.filter(({ id }) => all(film).has(id))).toEqual([]);
    const [one, text] = [added[0], added.find(({ type }) => type === 'text')];
    expect(one?.groupId).toBe(text?.groupId);
    expect(one?.groupId).not.toBe(copied[0]?.groupId);
  });

  it('are divided into batches that the service takes', () => {
    const commands = Array.from({ length: 150 }, (_, index) => ({
      ...{ op: 'addTextClip', text: `T${index}`, start: index * 2, duration: 2, trackIndex: 2 },
    }));
    const many = edited(createDocument({}), commands);
    const batches = pasteCommands(clipText(many, all(many)) ?? '', createDocument({}), 0) ?? [];
    expect(batches.length).toBe(2);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(200);
    expect(pasted(clipText(many, all(many)) ?? '', createDocument({}), 0).clips.map(bare)).toEqual(
      many.clips.map(bare),
    );
  });

  it('are nothing when nothing is picked, and other texts are no clips', () => {
    expect(clipText(film, new Set())).toBeNull();
    for (const text of ['', 'hello', '{', '{"framemill":"clips"}', '{"framemill":"clips","clips":[1],"tracks":[]}'])
      expect(pasteCommands(text, film, 0)).toBeNull();
  });
});
