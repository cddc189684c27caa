import { describe, expect, it } from 'vitest';
import type { Command } from '../command/command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { parseDocument } from '../document/parse-document.ts';
import { createEvaluator, evaluate } from '../evaluate/evaluator.ts';
import { applyCommands } from '../reduce.ts';
import { exampleContext, exampleProject } from './examples.ts';

const FRAME = 1 / 30;

/** Runs commands on the example project and returns the document. All commands must succeed. */
function edited(...commands: Command[]): Document {
  return from(exampleProject(), ...commands).document;
}

function from(project: Document, ...commands: Command[]) {
  const { document, results } = applyCommands(project, commands, exampleContext());
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
  return { document: parseDocument(document), data: results.at(-1)?.data ?? {} };
}

const run = (...commands: Command[]) => applyCommands(exampleProject(), commands, exampleContext());
const errorOf = (...commands: Command[]) => run(...commands).results.at(-1)?.error;
const clipOf = (document: Document, id: string): Clip => {
  const clip = document.clips.find((one) => one.id === id);
  if (!clip) throw new Error(`no clip ${id}`);
  return clip;
};
const starts = (document: Document) => Object.fromEntries(document.clips.map(({ id, start }) => [id, start]));
const locked = (trackId: number): Command => ({ op: 'updateTrack', trackId, locked: true });
const dissolve = { op: 'setTransition', clipId: 'clip-2', type: 'dissolve', duration: 1 };

/** Returns the first frame and the number of frames of the transition, and the ids of its clips; null without one. */
function windowOf(document: Document) {
  const scene = createEvaluator(document);
  const frames = Array.from({ length: 400 }, (_, frame) => frame).flatMap((frame) => {
    const layer = scene(frame).layers.find((one) => one.kind === 'transition');
    return layer?.kind === 'transition' ? [{ frame, from: layer.from?.clip.id, to: layer.to?.clip.id }] : [];
  });
  const [first] = frames;
  return first ? { from: first.from, to: first.to, start: first.frame, frames: frames.length } : null;
}

// The example project: videos clip-1 at 0-5 s and clip-2 at 5-10 s on track 0, title-1 at 1-4 s on track 2, music-1 at
// 0-10 s on track 3, a marker at 2 s. The videos show 0-5 s and 5-10 s of a source of 12 s.
describe('ripples', () => {
  it('of a removal stay on the tracks of what was removed', () => {
    const document = edited({ op: 'removeClips', clipIds: ['clip-1'], ripple: true });
    expect(starts(document)).toEqual({ 'clip-2': 0, 'title-1': 1, 'music-1': 0 });
    expect(document.markers?.[0]?.time).toBe(2);
  });

  it('of several removals add up', () => {
    const three = edited({ op: 'duplicateClip', clipId: 'clip-1', start: 12, trackIndex: 0 });
    const { document } = from(three, { op: 'removeClips', clipIds: ['clip-2', 'clip-1'], ripple: true });
    expect(starts(document)['clip-new-1']).toBe(2);
  });

  it('of a gap on every track leave locked ones alone, and say so', () => {
    const { document, data } = from(edited(locked(3)), { op: 'insertGap', at: 3, duration: 2 });
    expect(clipOf(document, 'music-1')).toEqual(clipOf(exampleProject(), 'music-1'));
    expect(data.fixes).toEqual([expect.stringContaining('track 3')]);
    expect(
      document.clips.filter(({ trackIndex }) => trackIndex !== 3).map(({ start, duration }) => [start, duration]),
    ).toEqual([
      [0, 3],
      [5, 2],
      [7, 5],
      [1, 2],
      [5, 1],
    ]);
    expect(document.markers?.[0]?.time).toBe(2);
  });

  it('close only gaps in which no track plays', () => {
    const moved = edited(
      { op: 'moveClip', clipId: 'clip-2', start: 8 },
      { op: 'trimClip', clipId: 'music-1', duration: 6 },
    );
    const { document, data } = from(moved, { op: 'closeGaps' });
    expect(data).toMatchObject({ closed: 1, closedSec: 2 });
    expect(starts(document)).toEqual({ 'clip-1': 0, 'clip-2': 6, 'title-1': 1, 'music-1': 0 });
  });

  it('close every gap of one track, from 0 on, and not those shorter than asked', () => {
    const gaps = edited(
      { op: 'moveClip', clipId: 'clip-2', start: 8 },
      { op: 'moveClip', clipId: 'clip-1', start: 0.5 },
    );
    expect(starts(from(gaps, { op: 'closeGaps', trackIndex: 0 }).document)).toMatchObject({ 'clip-1': 0, 'clip-2': 5 });
    expect(starts(from(gaps, { op: 'closeGaps', trackIndex: 0, minGap: 1 }).document)).toMatchObject({
      'clip-1': 0.5,
      'clip-2': 5.5,
    });
  });
});

describe('a transition', () => {
  it('stays at the cut when the incoming clip is split', () => {
    const document = edited(dissolve, { op: 'splitClip', clipId: 'clip-2', at: 7 });
    expect(clipOf(document, 'clip-2').transition).toBeDefined();
    expect(clipOf(document, 'clip-new-1').transition).toBeUndefined();
    expect(windowOf(document)).toEqual({ from: 'clip-1', to: 'clip-2', start: 150, frames: 30 });
  });

  it('has the last part before it when the outgoing clip is split, and half of that at most', () => {
    const document = edited(dissolve, { op: 'splitClip', clipId: 'clip-1', at: 4.6 });
    expect(windowOf(document)).toEqual({ from: 'clip-new-1', to: 'clip-2', start: 150, frames: 6 });
  });

  it.each([
    ['the outgoing clip is trimmed', { op: 'trimClip', clipId: 'clip-1', duration: 4 }, 150, 30],
    ['the outgoing clip is removed', { op: 'removeClips', clipIds: ['clip-1'] }, 150, 30],
    ['it is removed with ripple', { op: 'removeClips', clipIds: ['clip-1'], ripple: true }, 0, 30],
    ['the incoming clip is moved away', { op: 'moveClip', clipId: 'clip-2', start: 6 }, 180, 30],
    ['its head is trimmed', { op: 'trimClip', clipId: 'clip-2', start: 6 }, 180, 30],
  ] satisfies [string, Command, number, number][])('comes from nothing when %s', (_, command, start, frames) => {
    expect(windowOf(edited(dissolve, command))).toEqual({ from: undefined, to: 'clip-2', start, frames });
  });

  it('follows a rolled cut and a ripple', () => {
    const rolled = edited(dissolve, { op: 'rollEdit', clipId: 'clip-2', edge: 'start', offset: -2 });
    expect(windowOf(rolled)).toEqual({ from: 'clip-1', to: 'clip-2', start: 90, frames: 30 });
    const faster = edited(dissolve, { op: 'setSpeed', clipId: 'clip-1', speed: 2, ripple: true });
    expect(windowOf(faster)).toEqual({ from: 'clip-1', to: 'clip-2', start: 75, frames: 30 });
  });

  it('stays with the outer edge that it belongs to', () => {
    const cut = edited(dissolve, { op: 'cutRanges', clipId: 'clip-2', ranges: [{ start: 6, end: 7 }] });
    expect(clipOf(cut, 'clip-2').transition).toBeDefined();
    expect(clipOf(cut, 'clip-new-1').transition).toBeUndefined();
    const out = edited({ ...dissolve, edge: 'out' }, { op: 'splitClip', clipId: 'clip-2', at: 7 });
    expect(clipOf(out, 'clip-2').transition).toBeUndefined();
    expect(clipOf(out, 'clip-new-1').transition).toMatchObject({ edge: 'out' });
  });
});

const videoAt = (document: Document, frame: number) => {
  const layer = evaluate(document, frame).layers.find((one) => one.kind === 'clip' && one.clip.type === 'video');
  return layer?.kind === 'clip' ? layer : null;
};

describe('a frozen frame', () => {
  it('stands for what was there, and what follows goes on where it was', () => {
    const document = edited({ op: 'freezeFrame', clipId: 'clip-1', at: 2, duration: 1.5 });
    expect(starts(document)).toMatchObject({ 'clip-1': 0, 'clip-2': 6.5, 'title-1': 1, 'music-1': 0 });
    for (const frame of [60, 80, 104]) expect(videoAt(document, frame)?.sourceSec).toBeCloseTo(2, 9);
    expect(videoAt(document, 59)?.sourceSec).toBeCloseTo(59 / 30, 9);
    expect(videoAt(document, 105)?.sourceSec).toBeCloseTo(2, 9);
    expect(videoAt(document, 135)?.sourceSec).toBeCloseTo(3, 9);
  });

  it('of a reversed, ramped, animated clip shows its moment and its place', () => {
    const moving = edited(
      { op: 'reverseClip', clipId: 'clip-1' },
      { op: 'addKeyframe', clipId: 'clip-1', prop: 'speed', time: 0, value: 0.5 },
      { op: 'addKeyframe', clipId: 'clip-1', prop: 'speed', time: 5, value: 1.5 },
      { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 0, value: 0 },
      { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 5, value: 500 },
    );
    const { document } = from(moving, { op: 'freezeFrame', clipId: 'clip-1', at: 3, duration: 1 });
    const before = videoAt(moving, 90);
    for (const frame of [90, 119]) {
      expect(videoAt(document, frame)?.sourceSec).toBeCloseTo(before?.sourceSec ?? Number.NaN, 6);
      expect(videoAt(document, frame)?.x).toBeCloseTo(300, 6);
    }
    for (const frame of [0, 89]) {
      expect(videoAt(document, frame)?.sourceSec).toBeCloseTo(videoAt(moving, frame)?.sourceSec ?? Number.NaN, 6);
    }
    for (const frame of [90, 149]) {
      expect(videoAt(document, frame + 30)?.sourceSec).toBeCloseTo(videoAt(moving, frame)?.sourceSec ?? Number.NaN, 6);
      expect(videoAt(document, frame + 30)?.x).toBeCloseTo(videoAt(moving, frame)?.x ?? Number.NaN, 6);
    }
  });
});

describe('keyframes', () => {
  const moving = [
    { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 1, value: 10 },
    { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 4, value: 40 },
  ];

  it('stay with the moment of the source when the speed changes, and come back with it', () => {
    const fast = edited(...moving, { op: 'setSpeed', clipId: 'clip-1', speed: 4 });
    expect(clipOf(fast, 'clip-1').kfX?.map(({ time }) => time)).toEqual([0.25, 1]);
    const back = from(fast, { op: 'setSpeed', clipId: 'clip-1', speed: 1 }).document;
    expect(clipOf(back, 'clip-1')).toEqual(clipOf(edited(...moving), 'clip-1'));
  });

  it('stay with the moment of the timeline when the head is trimmed or the clip is split', () => {
    const whole = edited(...moving);
    const at = (document: Document, frame: number) => videoAt(document, frame)?.x;
    const trimmed = from(whole, { op: 'trimClip', clipId: 'clip-1', start: 2 }).document;
    const split = from(whole, { op: 'splitClip', clipId: 'clip-1', at: 2 }).document;
    for (const frame of [60, 75, 120, 149]) {
      expect(at(trimmed, frame)).toBeCloseTo(at(whole, frame) ?? Number.NaN, 9);
      expect(at(split, frame)).toBeCloseTo(at(whole, frame) ?? Number.NaN, 9);
    }
  });

  it('move with the clip', () => {
    const document = edited(...moving, { op: 'moveClip', clipId: 'clip-1', start: 20 });
    expect(videoAt(document, 20 * 30 + 75)?.x).toBeCloseTo(25, 9);
  });
});

describe('cuts that are moved', () => {
  it('roll as far as the sources reach and each clip keeps a frame', () => {
    const later = from(exampleProject(), { op: 'rollEdit', clipId: 'clip-1', edge: 'end', offset: 60 });
    expect(clipOf(later.document, 'clip-1').duration).toBeCloseTo(10 - FRAME, 9);
    expect(clipOf(later.document, 'clip-2').duration).toBeCloseTo(FRAME, 9);
    expect(later.data.fixes).toHaveLength(1);
    const early = edited({ op: 'trimClip', clipId: 'clip-2', mediaStart: 2 });
    const rolled = from(early, { op: 'rollEdit', clipId: 'clip-1', edge: 'end', offset: -60 }).document;
    // The second clip shows its source from 2 s on: it can begin 2 s earlier.
    expect(clipOf(rolled, 'clip-2')).toMatchObject({ start: 3, duration: 7, mediaStart: 0 });
    expect(clipOf(rolled, 'clip-1').duration).toBeCloseTo(3, 9);
  });

  it('roll no further than the end of the outgoing source', () => {
    const late = edited({ op: 'trimClip', clipId: 'clip-1', mediaStart: 6 });
    const { document } = from(late, { op: 'rollEdit', clipId: 'clip-2', edge: 'start', offset: 4 });
    expect(clipOf(document, 'clip-1').duration).toBeCloseTo(6, 6);
    expect(clipOf(document, 'clip-2').start).toBeCloseTo(6, 6);
  });

  it('slide a clip between its neighbours, whose other edges stay', () => {
    const three = edited(
      { op: 'duplicateClip', clipId: 'clip-1', start: 10, trackIndex: 0 },
      { op: 'trimClip', clipId: 'clip-new-1', mediaStart: 1 },
    );
    const slid = (offset: number) => from(three, { op: 'slideClip', clipId: 'clip-2', offset }).document;
    const later = slid(3);
    expect(clipOf(later, 'clip-1')).toMatchObject({ start: 0, duration: 8 });
    expect(clipOf(later, 'clip-2')).toMatchObject({ start: 8, duration: 5, mediaStart: 5 });
    expect(clipOf(later, 'clip-new-1')).toMatchObject({ start: 13, duration: 2, mediaStart: 4 });
    // To the left the third clip's head limits it: it has one second before its in-point.
    const earlier = slid(-3);
    expect(clipOf(earlier, 'clip-2').start).toBeCloseTo(4, 9);
    expect(clipOf(earlier, 'clip-new-1')).toMatchObject({ mediaStart: 0 });
    expect(clipOf(earlier, 'clip-new-1').start).toBeCloseTo(9, 9);
  });

  it('slip to the ends of the source', () => {
    const slipped = (offset: number) => clipOf(edited({ op: 'slipClip', clipId: 'clip-2', offset }), 'clip-2');
    expect(slipped(50)).toMatchObject({ start: 5, duration: 5, mediaStart: 7 });
    expect(slipped(-50)).toMatchObject({ start: 5, duration: 5, mediaStart: 0 });
  });
});

describe('layouts', () => {
  /**
   * Returns the edges of the area that a clip of 1920 x 1080 pixels covers, in pixels from the centre of the canvas.
   */
  const shown = ({ x, y, scale, cropL = 0, cropR = 0, cropT = 0, cropB = 0 }: Clip) => {
    const [width, height] = [1920 * scale, 1080 * scale];
    return {
      left: x - width / 2 + cropL * width,
      right: x + width / 2 - cropR * width,
      top: y - height / 2 + cropT * height,
      bottom: y + height / 2 - cropB * height,
    };
  };
  const laidOut = (layout: string, count: number, gap?: number) => {
    const copies = Array.from({ length: count - 2 }, (_, i) => ({
      op: 'duplicateClip',
      clipId: 'clip-1',
      start: 20 + i * 5,
    }));
    const ids = ['clip-1', 'clip-2', ...copies.map((_, i) => `clip-new-${i + 1}`)];
    const document = edited(...copies, {
      op: 'applyLayout',
      clipIds: ids,
      layout,
      ...(gap === undefined ? {} : { gap }),
    });
    return ids.map((id) => {
      const { left, right, top, bottom } = shown(clipOf(document, id));
      return [left, right, top, bottom].map((edge) => Math.round(edge * 1000) / 1000);
    });
  };

  it('fill their cells and keep the gap between them', () => {
    expect(laidOut('split-h', 2, 20)).toEqual([
      [-960, -10, -540, 540],
      [10, 960, -540, 540],
    ]);
    expect(laidOut('split-v', 3, 30)).toEqual([
      [-960, 960, -540, -200],
      [-960, 960, -170, 170],
      [-960, 960, 200, 540],
    ]);
  });

  it('put a last row that is not full into the middle', () => {
    expect(laidOut('grid', 3)).toEqual([
      [-960, 0, -540, 0],
      [0, 960, -540, 0],
      [-480, 480, 0, 540],
    ]);
    expect(laidOut('grid', 5).at(-1)).toEqual([0, 640, 0, 540]);
  });

  it('put small pictures into the corners, one margin from the edges', () => {
    const [large, first, , , last] = laidOut('pip', 5, 40);
    expect(large).toEqual([-960, 960, -540, 540]);
    expect(first).toEqual([344, 920, 176, 500]);
    expect(last).toEqual([-920, -344, -500, -176]);
  });
});

describe('groups', () => {
  const grouped = () => edited({ op: 'groupClips', clipIds: ['clip-2', 'title-1', 'music-1'] });

  it('do not move when one of them is locked or would begin before 0', () => {
    const run = (project: Document, command: Command) => applyCommands(project, [command], exampleContext());
    const stuck = from(grouped(), locked(3)).document;
    for (const [project, command] of [
      [stuck, { op: 'moveClip', clipId: 'clip-2', start: 8 }],
      [grouped(), { op: 'moveClip', clipId: 'clip-2', start: 4 }],
    ] as const) {
      const { document, results } = run(project, command);
      expect(results[0]?.ok).toBe(false);
      expect(document).toBe(project);
    }
  });

  it('keep their distance where a track has no room: that clip alone goes to another', () => {
    const project = from(grouped(), {
      op: 'addTextClip',
      text: 'In the way',
      start: 6,
      duration: 2,
      trackIndex: 2,
    }).document;
    const { document, data } = from(project, { op: 'moveClip', clipId: 'clip-2', start: 9 });
    expect(starts(document)).toMatchObject({ 'clip-2': 9, 'title-1': 5, 'music-1': 4 });
    expect(clipOf(document, 'title-1').trackIndex).not.toBe(2);
    expect(clipOf(document, 'music-1').trackIndex).toBe(3);
    expect(data.fixes).toHaveLength(1);
  });

  it('are left by a copy, and end with the command that ends them', () => {
    const { document } = from(grouped(), { op: 'duplicateClip', clipId: 'title-1', start: 20 });
    expect(document.clips.at(-1)?.groupId).toBeUndefined();
    const { groupId } = clipOf(grouped(), 'title-1');
    const ended = from(grouped(), { op: 'ungroupClips', groupId }).document;
    expect(ended.clips).toEqual(exampleProject().clips);
  });
});

describe('messages', () => {
  it('of sliceClip are about the parameter that was sent', () => {
    expect(errorOf({ op: 'sliceClip', clipId: 'clip-1', segments: 200 })).toBe(
      "segments must be at most 150, the clip's number of frames (got 200). Use fewer segments.",
    );
    expect(errorOf({ op: 'sliceClip', clipId: 'clip-1', times: [9] })).toMatch(/^times must be between 0 and 5 s/);
  });

  it('of autoDuck say what it looked for', () => {
    const alone = { op: 'removeClips', clipIds: ['clip-1', 'clip-2', 'title-1'] };
    expect(errorOf(alone, { op: 'autoDuck' })).toBe(
      'No speech was found in 0 clips. autoDuck lowers music (music-1) while another clip has speech. Add a clip ' +
        'with speech, or lower the music with setVolume or addKeyframe.',
    );
    expect(errorOf({ op: 'removeClips', clipIds: ['clip-2', 'music-1'] }, { op: 'autoDuck' })).toBe(
      'No music was found. autoDuck lowers audio clips without speech; none was found among 1 clip with audio ' +
        '(clip-1). Add music, or list the clips to lower in musicClipIds.',
    );
  });

  it.each(['', ' ', '\u00a0', 'a\nb'])('refuse the project name %j', (name) => {
    expect(errorOf({ op: 'setProjectSettings', name })).toMatch(/^name (is empty|is blank)/);
  });
});

it('loopClip repeats the source of a clip that is longer than its source', () => {
  const long = { op: 'updateClip', clipId: 'music-1', patch: { mediaStart: 52, duration: 20 } };
  const { document, results } = run(long, { op: 'loopClip', clipId: 'music-1', duration: 20 });
  expect(results.at(-1)).toMatchObject({ ok: true, data: { periodSec: 8 } });
  expect(clipOf(document, 'music-1')).toMatchObject({ loop: true, duration: 20, mediaDuration: 60 });
  expect(errorOf(long, { op: 'loopClip', clipId: 'music-1', duration: 8 })).toBe(
    'duration must be more than the 8 s of its source (got 8). Use trimClip to shorten it.',
  );
});
