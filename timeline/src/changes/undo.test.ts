import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import { exampleContext, exampleProject } from '../commands/examples.ts';
import type { Document } from '../document/document.ts';
import { applyCommands, reduce } from '../reduce.ts';
import { changesBetween } from './changes-between.ts';
import { undo } from './undo.ts';

describe('undo', () => {
  it.each([
    { op: 'setProjectSettings', name: 'Other', fps: 25 },
    { op: 'addTrack', type: 'video', index: 0 },
    { op: 'addTextClip', text: 'x', start: 0, duration: 1 },
    { op: 'removeClips', clipIds: ['clip-1', 'title-1'], ripple: true },
    { op: 'splitClip', clipId: 'clip-1', at: 2 },
    { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 0, value: 1 },
    { op: 'addClip', type: 'video', src: 'nobody', start: 0, duration: 1 },
  ] satisfies Command[])('restores what $op changed, through JSON', (command) => {
    const before = exampleProject();
    const { document, changes } = reduce(before, command, exampleContext());
    expect(undo(document, JSON.parse(JSON.stringify(changes)))).toEqual(before);
    expect(before).toEqual(exampleProject());
  });

  it('restores the document of before a whole batch, and undoing that is redo', () => {
    const commands = [
      { op: 'removeClips', clipIds: ['clip-2'] },
      { op: 'addTextClip', text: 'x', start: 0, duration: 1 },
      { op: 'setTransform', clipId: 'clip-1', x: 5 },
      { op: 'addTrack', type: 'audio', index: 0 },
    ];
    const before = exampleProject();
    const { document, changes } = applyCommands(before, commands, exampleContext());
    const undone = undo(document, changes);
    expect(undone).toEqual(before);
    expect(undo(undone, changesBetween(document, undone))).toEqual(document);
  });

  it('is small: a moved clip of 1,000 is one field', () => {
    const [clip] = exampleProject().clips;
    const clips = Array.from({ length: 1_000 }, (_, index) => ({ ...clip, id: `c${index}`, start: index * 5 }));
    const document: Document = {
      ...exampleProject(),
      clips: clips.flatMap((one) => (clip ? [{ ...clip, ...one }] : [])),
    };
    const { changes } = reduce(document, { op: 'setTransform', clipId: 'c500', x: 5 }, exampleContext());
    expect(changes).toEqual({ clips: { changed: [{ id: 'c500', set: { x: 0 } }] } });
  });

  it('is empty for a command that failed', () => {
    const before = exampleProject();
    const { changes } = reduce(before, { op: 'nope' }, exampleContext());
    expect(changes).toEqual({});
    expect(undo(before, changes)).toBe(before);
  });

  it('puts lists back in their order, whatever was moved, added and removed', () => {
    const before = exampleProject();
    const [a, b, c, d] = before.clips;
    if (!a || !b || !c || !d) throw new Error('the example has four clips');
    for (const clips of [
      [d, c, b, a],
      [b, a, { ...a, id: 'new' }, d],
      [{ ...c, x: 3 }, a],
      [{ ...a, id: 'n1' }, d, { ...b, name: 'b' }, { ...a, id: 'n2' }],
      [],
    ]) {
      const after = { ...before, clips, tracks: before.tracks.toReversed() };
      expect(undo(after, changesBetween(before, after))).toEqual(before);
      expect(undo(before, changesBetween(after, before))).toEqual(after);
    }
  });

  it('tells no markers from an empty list of them, and copes with markers that share an id', () => {
    const project = exampleProject();
    const lists: Document['markers'][] = [
      undefined,
      [],
      [{ id: 'm', time: 1 }],
      [
        { id: 'm', time: 1, label: 'a' },
        { id: 'm', time: 2 },
      ],
    ];
    const documents = lists.map((markers): Document => (markers ? { ...project, markers } : project));
    for (const before of documents) {
      for (const after of documents) expect(undo(after, changesBetween(before, after))).toStrictEqual(before);
    }
  });

  it('refuses changes that belong to another state', () => {
    const { changes } = reduce(exampleProject(), { op: 'splitClip', clipId: 'clip-1', at: 2 }, exampleContext());
    expect(() => undo(exampleProject(), changes)).toThrow(/do not match this document at clip clip-new-1/);
  });
});
