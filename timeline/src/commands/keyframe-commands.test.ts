import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import { applyCommands } from '../reduce.ts';
import { exampleContext, exampleProject } from './examples.ts';

const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext());
const clipOf = (outcome: ReturnType<typeof run>, id: string) => outcome.document.clips.find((clip) => clip.id === id);
const errorOf = (...commands: Command[]) => run(...commands).results.at(-1)?.error;
const set = (keyframes: object[], prop = 'x') => ({ op: 'setKeyframes', clipId: 'clip-1', prop, keyframes });

describe('setKeyframes', () => {
  it('puts them in order and replaces those that were there', () => {
    const outcome = run(
      { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 2.5, value: 7 },
      set([
        { time: 3, value: 1 },
        { time: 1, value: 2, easing: 'spring' },
      ]),
    );
    expect(clipOf(outcome, 'clip-1')?.kfX).toEqual([
      { time: 1, value: 2, easing: 'spring' },
      { time: 3, value: 1 },
    ]);
  });

  it('keeps the later in the list of two at the same moment, and says so', () => {
    const outcome = run(
      set([
        { time: 1, value: 1 },
        { time: 0.99, value: 2 },
        { time: 0, value: 0 },
      ]),
    );
    expect(clipOf(outcome, 'clip-1')?.kfX?.map(({ value }) => value)).toEqual([0, 2]);
    expect(outcome.results[0]?.data?.fixes).toEqual([expect.stringContaining('1 of the keyframes')]);
  });

  it('refuses values and times out of range', () => {
    expect(errorOf(set([{ time: 0, value: 2 }], 'opacity'))).toMatch(/value of opacity must be 0 to 1/);
    expect(errorOf(set([{ time: 6, value: 1 }]))).toMatch(/time must be within the clip, 0 to 5 s \(got 6\)/);
    expect(errorOf(set([{ time: -1, value: 1 }]))).toMatch(/got -1/);
  });
});

describe('removeKeyframe', () => {
  const two = set([
    { time: 0, value: 0 },
    { time: 2, value: 5 },
  ]);

  it('takes the one within half a frame, and the field with the last one', () => {
    const once = run(two, { op: 'removeKeyframe', clipId: 'clip-1', prop: 'x', time: 2.01 });
    expect(clipOf(once, 'clip-1')?.kfX).toEqual([{ time: 0, value: 0 }]);
    const twice = run(
      two,
      { op: 'removeKeyframe', clipId: 'clip-1', prop: 'x', time: 2 },
      { op: 'removeKeyframe', clipId: 'clip-1', prop: 'x', time: 0 },
    );
    expect(clipOf(twice, 'clip-1')).not.toHaveProperty('kfX');
  });

  it('says where there are some when there is none', () => {
    expect(errorOf(two, { op: 'removeKeyframe', clipId: 'clip-1', prop: 'x', time: 1 })).toBe(
      'x has no keyframe at time 1. Its keyframes are at 0, 2.',
    );
    expect(errorOf({ op: 'removeKeyframe', clipId: 'clip-1', prop: 'y', time: 1 })).toMatch(/It has no keyframes/);
  });
});

it('clearKeyframes leaves no field behind and shares the document when there was nothing', () => {
  const cleared = run(
    { op: 'applyMotionPreset', clipId: 'clip-1', preset: 'zoom-in' },
    { op: 'clearKeyframes', clipId: 'clip-1' },
  );
  expect(clipOf(cleared, 'clip-1')).toEqual(exampleProject().clips[0]);
  const before = exampleProject();
  expect(applyCommands(before, [{ op: 'clearKeyframes', clipId: 'clip-1' }], exampleContext()).document).toBe(before);
});

describe('setTextAnimation', () => {
  it('has one animation a phase, and none takes it away', () => {
    const animate = (name: string, phase: string) => ({ op: 'setTextAnimation', clipId: 'title-1', name, phase });
    const outcome = run(animate('rise', 'in'), animate('fade', 'out'), animate('pop', 'in'), animate('none', 'out'));
    expect(clipOf(outcome, 'title-1')?.textStyle?.animation).toEqual({ in: { name: 'pop' } });
    expect(outcome.results.at(-1)?.data).toEqual({ phases: ['in'] });
    expect(clipOf(run(animate('pop', 'in'), animate('none', 'in')), 'title-1')?.textStyle).toEqual({
      content: 'Hello',
    });
  });

  it('is for texts', () => {
    expect(errorOf({ op: 'setTextAnimation', clipId: 'clip-1', name: 'rise' })).toMatch(
      /type video, which has no text/,
    );
  });
});

it('removeTransition says which clip carries it', () => {
  expect(errorOf({ op: 'removeTransition', clipId: 'clip-1' })).toMatch(/Use the incoming clip/);
});
