import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import type { Document } from '../document/document.ts';
import { evaluate } from '../evaluate/evaluator.ts';
import { applyCommands, reduce } from '../reduce.ts';
import { exampleContext, exampleProject } from './examples.ts';

const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext());
const spans = (document: Document, trackIndex: number) =>
  document.clips
    .filter((clip) => clip.trackIndex === trackIndex)
    .sort((a, b) => a.start - b.start)
    .map((clip) => [clip.start, clip.duration]);
const sourceAt = (document: Document, frame: number) => {
  const layer = evaluate(document, frame).layers.find((one) => one.kind === 'clip' && one.clip.type === 'video');
  return layer?.kind === 'clip' ? layer.sourceSec : null;
};

// The example project has two videos on track 0, at 0-5 s and 5-10 s.
describe('cutting', () => {
  it('takes ranges out of a clip and closes the holes on its track when asked to', () => {
    const cut = { op: 'cutRanges', clipId: 'clip-1', ranges: [{ start: 1, end: 2 }] };
    expect(spans(run(cut).document, 0)).toEqual([
      [0, 1],
      [2, 3],
      [5, 5],
    ]);
    const closed = run({ ...cut, ripple: true }).document;
    expect(spans(closed, 0)).toEqual([
      [0, 1],
      [1, 3],
      [4, 5],
    ]);
    // What was at 2 s of the timeline is now at 1 s: a second of the source is gone.
    expect(sourceAt(closed, 30)).toBeCloseTo(2, 6);
  });

  it('slices a clip into equal parts that play what it played', () => {
    const { document } = run({ op: 'sliceClip', clipId: 'clip-1', segments: 5 });
    expect(spans(document, 0).slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((start) => [start, 1]));
    for (const frame of [0, 29, 30, 75, 149]) {
      expect(sourceAt(document, frame)).toBeCloseTo(sourceAt(exampleProject(), frame) ?? Number.NaN, 6);
    }
  });
});

describe('moving cuts', () => {
  it('slips what a clip shows and leaves its place', () => {
    const before = exampleProject();
    const { document } = run({ op: 'slipClip', clipId: 'clip-1', offset: 0.5 });
    expect(spans(document, 0)).toEqual(spans(before, 0));
    expect(sourceAt(document, 0)).toBeCloseTo((sourceAt(before, 0) ?? 0) + 0.5, 6);
  });

  it('rolls the cut between two clips: one grows by what the other loses', () => {
    const { document, results } = run({ op: 'rollEdit', clipId: 'clip-1', edge: 'end', offset: -1 });
    expect(results[0]?.error).toBeUndefined();
    const [first, second] = spans(document, 0);
    expect(first?.[1]).toBeCloseTo(4, 6);
    expect(second?.[0]).toBeCloseTo(4, 6);
    expect((second?.[0] ?? 0) + (second?.[1] ?? 0)).toBeCloseTo(10, 6);
  });

  it('inserts a gap through clips and closes it again', () => {
    const { document } = run({ op: 'insertGap', at: 2, duration: 3, trackIndices: [0] });
    expect(spans(document, 0)).toEqual([
      [0, 2],
      [5, 3],
      [8, 5],
    ]);
    const closed = reduce(document, { op: 'closeGaps', trackIndex: 0 }, exampleContext()).document;
    expect(spans(closed, 0)).toEqual([
      [0, 2],
      [2, 3],
      [5, 5],
    ]);
  });
});

describe('groups', () => {
  it('move together and keep their distance', () => {
    const { document, results } = run(
      { op: 'groupClips', clipIds: ['title-1', 'music-1'] },
      { op: 'moveClip', clipId: 'title-1', start: 3 },
    );
    expect(results.every(({ ok }) => ok)).toBe(true);
    const start = (id: string) => document.clips.find((clip) => clip.id === id)?.start;
    expect([start('title-1'), start('music-1')]).toEqual([3, 2]);
  });
});

describe('locked tracks', () => {
  it.each([
    { op: 'sliceClip', clipId: 'clip-1', segments: 2 },
    { op: 'cutRanges', clipId: 'clip-1', ranges: [{ start: 1, end: 2 }] },
    { op: 'slipClip', clipId: 'clip-1', offset: 1 },
    { op: 'setSpeed', clipId: 'clip-1', speed: 2 },
    { op: 'reverseClip', clipId: 'clip-1' },
    { op: 'setCrop', clipId: 'clip-1', cropL: 0.1 },
    { op: 'reorderClips', trackIndex: 0, clipIds: ['clip-2', 'clip-1'] },
    { op: 'closeGaps', trackIndex: 0 },
    { op: 'removeTrack', trackId: 0 },
  ] satisfies Command[])('refuse $op and stay as they are', (command) => {
    const project = exampleProject();
    const locked = { ...project, tracks: project.tracks.map((track) => ({ ...track, locked: track.id === 0 })) };
    const { document, result } = reduce(locked, command, exampleContext());
    expect(result.error).toMatch(/locked/);
    expect(document).toBe(locked);
  });
});

describe('speed', () => {
  it('twice as fast takes half the time and ripples what follows when asked to', () => {
    const { document } = run({ op: 'setSpeed', clipId: 'clip-1', speed: 2, ripple: true });
    expect(spans(document, 0)).toEqual([
      [0, 2.5],
      [2.5, 5],
    ]);
    expect(sourceAt(document, 30)).toBeCloseTo((sourceAt(exampleProject(), 0) ?? 0) + 2, 6);
  });
});
