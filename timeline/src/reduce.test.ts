import { describe, expect, it } from 'vitest';
import { undo } from './changes/undo.ts';
import type { Command } from './command/command.ts';
import { exampleContext, exampleProject } from './commands/examples.ts';
import type { Clip } from './document/clip.ts';
import type { Document } from './document/document.ts';
import { findRoom } from './edit/place-clip.ts';
import { evaluate } from './evaluate/evaluator.ts';
import { applyCommands, reduce } from './reduce.ts';

const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext());
const clipOf = (document: Document, id: string) => document.clips.find((clip) => clip.id === id);

describe('errors', () => {
  it.each([
    [{ op: 'addclip' }, 'op "addclip" does not exist. Did you mean addClip?'],
    [{ op: '__proto__' }, 'op "__proto__" does not exist. Use one of setProjectSettings,'],
    [{ op: 'addClip' }, 'addClip lacks "type", "src", "start", "duration". Add it.'],
    [{ op: 'setVolume', clipId: 'music-1', volume: 9 }, 'volume must be 0 to 4 (got 9).'],
    [
      { op: 'setVolume', clipId: 'music-1', loud: 1 },
      'loud is not a known field (got 1). Leave it out or correct its name. setVolume takes',
    ],
    [{ op: 'moveClip', clipId: 'nobody', start: 1 }, 'clipId "nobody" is not a clip of this project.'],
    [
      { op: 'moveClip', clipId: 'clip-1', trackIndex: 9 },
      'trackIndex 9 is not the id of a track. Tracks: 0 (Video 1),',
    ],
    [
      { op: 'setTransition', clipId: 'clip-2', type: 'wipe', duration: 1 },
      'type "wipe" is not supported yet. Use one of dissolve.',
    ],
    [
      { op: 'addClip', type: 'video', src: 'other', start: 0, duration: 1 },
      'src "other" is not media of this account.',
    ],
    [
      { op: 'addClip', type: 'image', src: 'med_music', start: 0, duration: 1 },
      'which clips of type image cannot use. Use type audio.',
    ],
    [{ op: 'addClip', type: 'text', src: '', start: 0, duration: 1 }, 'Use addTextClip.'],
    [
      { op: 'splitClip', clipId: 'clip-1', at: 5 },
      'at must be at least one frame inside the clip, between 0 and 5 s (got 5).',
    ],
    [{ op: 'trimClip', clipId: 'clip-1', start: 7 }, 'start must be less than 5, where the clip ends (got 7).'],
    [{ op: 'addKeyframe', clipId: 'clip-1', prop: 'opacity', time: 0, value: 2 }, 'value of opacity must be 0 to 1'],
    [
      { op: 'updateClip', clipId: 'clip-1', patch: { id: 'x' } },
      'patch has no field that updateClip can set (got id).',
    ],
    [
      { op: 'updateClip', clipId: 'title-1', patch: { src: 'med_video' } },
      'src "med_video" is not allowed: clips of type text do not use media. Leave src out.',
    ],
    [{ op: 'updateClip', clipId: 'clip-1', patch: { cropL: 0.6, cropR: 0.6 } }, 'cropL + cropR must be below 1'],
  ] satisfies [Command, string][])('%j says what to do', (command, message) => {
    const before = exampleProject();
    const { document, result } = reduce(before, command, exampleContext());
    expect(document).toBe(before);
    expect(result.ok).toBe(false);
    expect(result.error).toContain(message);
  });

  it('leave the other commands of a batch alone', () => {
    const { document, results } = run({ op: 'nope' }, { op: 'setTransform', clipId: 'clip-1', x: 5 });
    expect(results.map(({ ok }) => ok)).toEqual([false, true]);
    expect(clipOf(document, 'clip-1')?.x).toBe(5);
  });

  it('of locked tracks name the track', () => {
    const project = exampleProject();
    const locked = { ...project, tracks: project.tracks.map((track) => ({ ...track, locked: track.id === 0 })) };
    const change = (command: Command) => reduce(locked, command, exampleContext()).result.error;
    expect(change({ op: 'removeClips', clipIds: ['clip-1'] })).toMatch(/track 0 \(Video 1\), which is locked/);
    expect(change({ op: 'addClip', type: 'image', src: 'med_image', start: 20, duration: 1, trackIndex: 0 })).toMatch(
      /locked/,
    );
    expect(change({ op: 'addClip', type: 'image', src: 'med_image', start: 20, duration: 1 })).toBeUndefined();
  });
});

describe('references to earlier commands of a batch', () => {
  const title = { op: 'addTextClip', text: '$0.clipId', start: 6, duration: 1 };
  const errorsOf = (...commands: Command[]) => run(...commands).results.flatMap(({ error }) => error ?? []);

  it('stand for what those returned, also in lists and patches, but not in texts', () => {
    const { document, results } = run(
      title,
      { op: 'setTransform', clipId: '$0.clipId', x: 5 },
      { op: 'sliceClip', clipId: 'clip-1', segments: 2 },
      { op: 'setTransform', clipId: '$2.clipIds[1]', y: 7 },
      { op: 'groupClips', clipIds: ['$0.clipId', 'clip-2'] },
      { op: 'removeClips', clipIds: '$2.clipIds' },
      { op: 'updateClip', clipId: 'title-1', patch: { trackIndex: '$0.trackIndex' } },
    );
    expect(results.map(({ error }) => error)).toEqual(results.map(() => undefined));
    expect(clipOf(document, 'clip-new-1')).toMatchObject({ x: 5, textStyle: { content: '$0.clipId' } });
    expect(clipOf(document, 'clip-2')?.groupId).toBe(clipOf(document, 'clip-new-1')?.groupId);
    expect(clipOf(document, 'clip-1')).toBeUndefined();
  });

  it.each([
    ['$1.clipId', 'names command 1, which does not come before this command: 0 to 0 come before it.'],
    ['$7.clipId', 'names command 7, which does not come before this command: 0 to 0 come before it.'],
    ['$0.clip', 'command 0 (addTextClip) returned no clip; it returned clipId, trackIndex.'],
    ['$0.constructor', 'command 0 (addTextClip) returned no constructor; it returned clipId, trackIndex.'],
    ['$0.clipId[0]', 'clipId of command 0 is not a list. Leave out [0].'],
    ['$0', 'clipId "$0" is not a clip of this project.'],
  ])('that lead nowhere are refused: %s', (clipId, message) => {
    expect(errorsOf(title, { op: 'setTransform', clipId, x: 5 })).toEqual([expect.stringContaining(message)]);
  });

  it('to one that failed or that the plan lacks say so, and places count as sent', () => {
    expect(errorsOf({ op: 'addTextClip' }, { op: 'setTransform', clipId: '$0.clipId', x: 5 }).at(-1)).toContain(
      'command 0 (addTextClip) failed. Correct that command first.',
    );
    const context = { ...exampleContext(), allowedOps: (op: string) => op !== 'runScript' };
    const movedAfter = (clipId: string) =>
      applyCommands(
        exampleProject(),
        [{ op: 'runScript', source: '' }, title, { op: 'setTransform', clipId, x: 5 }],
        context,
      ).results.at(-1);
    expect(movedAfter('$0.clipId')?.error).toContain("command 0 is not in the account's plan and did not run.");
    expect(movedAfter('$1.clipId')?.ok).toBe(true);
  });
});

describe('an atomic batch', () => {
  const title = { op: 'addTextClip', text: 'x', start: 6, duration: 1 };
  const atomic = (commands: Command[], allowedOps = (_: string) => true) => {
    const before = exampleProject();
    const outcome = applyCommands(before, commands, { ...exampleContext(), allowedOps }, { atomic: true });
    return { before, ...outcome };
  };

  it('changes nothing when one command fails or is not in the plan', () => {
    const failed = atomic([title, { op: 'nope' }]);
    expect(failed.document).toBe(failed.before);
    expect(failed.results.map(({ ok }) => ok)).toEqual([true, false]);
    const blocked = atomic([title, { op: 'runScript', source: '' }], (op) => op !== 'runScript');
    expect(blocked.document).toBe(blocked.before);
  });

  it('applies all of it otherwise', () => {
    expect(atomic([title, title]).document.clips).toHaveLength(exampleProject().clips.length + 2);
  });
});

describe('room', () => {
  it('is looked for on the next tracks of the type, and made above the last when there is none', () => {
    const add = { op: 'addClip', type: 'image', src: 'med_image', start: 1, duration: 2, trackIndex: 0 };
    const { document, results } = run(add, add);
    expect(results.map(({ data }) => data?.trackIndex)).toEqual([1, 4]);
    expect(results[1]?.data?.fixes).toEqual([
      'It overlaps a clip on track 0 (Video 1); it went to the new track 4 (Video 3).',
    ]);
    expect(document.tracks.map(({ id }) => id)).toEqual([0, 1, 4, 2, 3]);
  });

  it('is needed for clips of a millisecond too', () => {
    expect(findRoom(exampleProject(), { type: 'video', start: 2, duration: 0.001 }, 0).trackIndex).not.toBe(0);
  });

  it('is not needed for clips that touch', () => {
    const { results } = run({
      op: 'addClip',
      type: 'image',
      src: 'med_image',
      start: 10.0004,
      duration: 1,
      trackIndex: 0,
    });
    expect(results[0]?.data).toEqual({ clipId: 'clip-new-1', trackIndex: 0 });
  });

  it('is on a track of the right type, and a wrong one is reported', () => {
    const { results } = run({ op: 'addClip', type: 'audio', src: 'med_music', start: 30, duration: 1, trackIndex: 0 });
    expect(results[0]?.data).toMatchObject({ trackIndex: 3, fixes: [expect.stringContaining('is of type video')] });
  });
});

describe('trimming and splitting', () => {
  const animated = [
    { op: 'updateClip', clipId: 'clip-1', patch: { speed: 1.5, mediaStart: 1 } },
    { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 0, value: 0, easing: 'easeInOutBack' },
    { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 4, value: 300 },
    { op: 'addKeyframe', clipId: 'clip-1', prop: 'speed', time: 0, value: 0.5, easing: 'easeInSine' },
    { op: 'addKeyframe', clipId: 'clip-1', prop: 'speed', time: 5, value: 2 },
  ];
  const whole = run(...animated).document;
  const seen = (document: Document, frame: number) => {
    const layer = evaluate(document, frame).layers.find((one) => one.kind === 'clip' && one.clip.type === 'video');
    return layer?.kind === 'clip' ? { x: layer.x, sourceSec: layer.sourceSec } : null;
  };
  const expectSame = (document: Document, frames: number[]) => {
    for (const frame of frames) {
      const before = seen(whole, frame);
      const after = seen(document, frame);
      expect(after?.x).toBeCloseTo(before?.x ?? Number.NaN, 6);
      expect(after?.sourceSec).toBeCloseTo(before?.sourceSec ?? Number.NaN, 6);
    }
  };

  it('leaves picture and motion where they were when it is split', () => {
    const { document, result } = reduce(whole, { op: 'splitClip', clipId: 'clip-1', at: 1.7 }, exampleContext());
    expect(result.data?.clipIds).toEqual(['clip-1', 'clip-new-1']);
    expectSame(document, [0, 25, 50, 51, 52, 100, 149]);
  });

  it('leaves them when the head is trimmed, and when it is drawn out again', () => {
    const trimmed = reduce(whole, { op: 'trimClip', clipId: 'clip-1', start: 1.5 }, exampleContext()).document;
    expectSame(trimmed, [45, 80, 149]);
    expect(clipOf(trimmed, 'clip-1')).toMatchObject({ start: 1.5, duration: 3.5 });
    const again = reduce(trimmed, { op: 'trimClip', clipId: 'clip-1', start: 0 }, exampleContext()).document;
    expectSame(again, [0, 30, 100]);
  });

  it('moves the in-point of a reversed clip when its tail is trimmed', () => {
    const reversed = run({ op: 'updateClip', clipId: 'clip-1', patch: { reverse: true, mediaStart: 2 } }).document;
    const { document } = reduce(reversed, { op: 'trimClip', clipId: 'clip-1', duration: 3 }, exampleContext());
    expect(clipOf(document, 'clip-1')?.mediaStart).toBeCloseTo(4, 9);
    expect(seen(document, 10)?.sourceSec).toBeCloseTo(seen(reversed, 10)?.sourceSec ?? Number.NaN, 9);
  });

  it('keeps fades at the outer edges', () => {
    const faded = run({ op: 'setAudioFades', clipId: 'music-1', fadeIn: 1, fadeOut: 2 }).document;
    const { document } = reduce(faded, { op: 'splitClip', clipId: 'music-1', at: 4 }, exampleContext());
    expect(clipOf(document, 'music-1')).toMatchObject({ fadeIn: 1, fadeOut: 0 });
    expect(clipOf(document, 'clip-new-1')).toMatchObject({ start: 4, fadeIn: 0, fadeOut: 2, mediaStart: 4 });
  });
});

describe('a duration of less than a frame', () => {
  it.each([
    { op: 'addTextClip', text: 'x', start: 6, duration: 0.02 },
    { op: 'addClip', type: 'image', src: 'med_image', start: 20, duration: 0.02 },
    { op: 'addLowerThird', title: 'x', start: 6, duration: 0.02 },
    { op: 'addBackground', color: '#000', duration: 0.02 },
    { op: 'trimClip', clipId: 'title-1', duration: 0.02 },
    { op: 'trimClip', clipId: 'title-1', start: 3.99 },
    { op: 'updateClip', clipId: 'title-1', patch: { duration: 0.02 } },
    { op: 'loopClip', clipId: 'music-1', duration: 0.02 },
    { op: 'freezeFrame', clipId: 'clip-1', at: 2, duration: 0.02 },
  ] satisfies Command[])('is refused by %j', (command) => {
    expect(run(command).results[0]?.error).toMatch(/^duration must be at least one frame, 0\.0333 s at 30 fps/);
  });

  it('is none when it lacks a frame by its last digits', () => {
    expect(run({ op: 'addTextClip', text: 'x', start: 6, duration: 0.0333333 }).results[0]?.ok).toBe(true);
  });
});

it('does not use the id of a removed track again, also after undo and a new start', () => {
  const before = exampleProject();
  const add = { op: 'addTrack', type: 'video' };
  const outcome = applyCommands(
    before,
    [add, { op: 'removeTrack', trackId: 4 }, add, { op: 'clearTimeline' }, add],
    exampleContext(),
  );
  expect(outcome.results.map(({ data }) => data?.trackId)).toEqual([4, undefined, 5, undefined, 6]);
  expect(undo(outcome.document, outcome.changes)).toEqual(before);
  const removed = run(add, { op: 'removeTrack', trackId: 4 });
  expect(undo(removed.document, removed.changes)).toEqual(exampleProject());
});

it('shares what it did not change', () => {
  const before = exampleProject();
  const { document } = reduce(before, { op: 'setTransform', clipId: 'clip-1', x: 5 }, exampleContext());
  expect(document.tracks).toBe(before.tracks);
  expect(document.clips[1]).toBe(before.clips[1]);
});

it('closes the room of removed clips on their track only', () => {
  const { document } = run({ op: 'removeClips', clipIds: ['clip-1'], ripple: true });
  expect(clipOf(document, 'clip-2')?.start).toBe(0);
  expect(clipOf(document, 'title-1')?.start).toBe(1);
});

it('looks at each of 1,000 clips once or twice a command, so that 200 are no work for a request', () => {
  let looks = 0;
  const get = (target: Clip, field: string | symbol) => {
    looks += 1;
    return Reflect.get(target, field);
  };
  const clips = exampleProject()
    .clips.slice(0, 1)
    .flatMap((clip) =>
      Array.from({ length: 1_000 }, (_, n) => new Proxy({ ...clip, id: `c${n}`, start: n * 5 }, { get })),
    );
  const commands = Array.from({ length: 200 }, (_, n) =>
    n % 2 === 0
      ? { op: 'addTextClip', text: 'x', start: n, duration: 1.5 }
      : { op: 'splitClip', clipId: `c${n}`, at: n * 5 + 1 },
  );
  const { results } = applyCommands({ ...exampleProject(), clips }, commands, exampleContext());
  expect(results.every(({ ok }) => ok)).toBe(true);
  // A look at every other clip for each would be a thousand.
  expect(looks / (clips.length * commands.length)).toBeLessThan(2);
});
