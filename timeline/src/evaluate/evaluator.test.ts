import { describe, expect, it } from 'vitest';
import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-fields.ts';
import { createDocument, createTrack } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { createEvaluator, evaluate } from './evaluator.ts';
import type { ClipLayer, SceneLayer } from './scene.ts';

const clip = (fields: Partial<Clip> & { id: string }): Clip => ({
  ...CLIP_DEFAULTS,
  type: 'video',
  src: 'med_video',
  start: 0,
  duration: 2,
  trackIndex: 0,
  mediaDuration: 100,
  ...fields,
});
const project = (...clips: Clip[]): Document => ({ ...createDocument(), clips });
const layer = (document: Document, frame: number): ClipLayer => {
  const [only] = evaluate(document, frame).layers;
  if (only?.kind !== 'clip') throw new Error(`no clip at frame ${frame}`);
  return only;
};
const ids = (layers: SceneLayer[]) =>
  layers.map((one) => (one.kind === 'clip' ? one.clip.id : `${one.from?.clip.id ?? '-'}>${one.to?.clip.id ?? '-'}`));

describe('what is visible', () => {
  it('is a clip from its first frame to the one before its end', () => {
    const document = project(clip({ id: 'a', start: 1, duration: 1 }));
    expect([29, 30, 59, 60].map((frame) => evaluate(document, frame).layers.length)).toEqual([0, 1, 1, 0]);
  });

  it('lies in the order of tracks, then of starts', () => {
    const document = project(
      clip({ id: 'above', trackIndex: 1 }),
      clip({ id: 'later', start: 1 }),
      clip({ id: 'below', duration: 3 }),
    );
    const reordered = { ...document, tracks: document.tracks.toReversed() };
    expect(ids(evaluate(document, 45).layers)).toEqual(['below', 'later', 'above']);
    expect(ids(evaluate(reordered, 45).layers)).toEqual(['above', 'below', 'later']);
  });

  it('leaves out sound, invisible tracks and opacity 0', () => {
    const document = project(
      clip({ id: 'sound', type: 'audio', trackIndex: 3 }),
      clip({ id: 'clear', opacity: 0 }),
      clip({ id: 'hidden', trackIndex: 1 }),
    );
    const hidden = { ...document, tracks: document.tracks.map((track) => ({ ...track, visible: track.id !== 1 })) };
    expect(evaluate(hidden, 3).layers).toEqual([]);
  });

  it('is the same for any order of asking', () => {
    const document = project(
      clip({ id: 'a' }),
      clip({ id: 'b', start: 2 }),
      clip({ id: 'c', start: 1, trackIndex: 1 }),
    );
    const ask = createEvaluator(document);
    for (const frame of [100, 3, 59, 60, 61, 0, 29, 30, 119, 120, 31]) {
      expect(ask(frame)).toEqual(evaluate(document, frame));
    }
  });

  it('never counts a frame of 29.97 twice, an hour in', () => {
    const document = project(clip({ id: 'a', start: 0, duration: 3600 }), clip({ id: 'b', start: 3600, duration: 1 }));
    const ntsc = { ...document, settings: { ...document.settings, fps: 29.97 } };
    const cut = Math.round((3600 * 30000) / 1001);
    expect(ids(evaluate(ntsc, cut - 1).layers)).toEqual(['a']);
    expect(ids(evaluate(ntsc, cut).layers)).toEqual(['b']);
  });
});

describe('source time', () => {
  it('follows in-point and speed', () => {
    expect(layer(project(clip({ id: 'a', mediaStart: 5, speed: 2 })), 30).sourceSec).toBeCloseTo(7, 9);
  });

  it('shows exactly the forward frames in opposite order when reversed', () => {
    const forward = project(clip({ id: 'a', mediaStart: 1, speed: 1.5 }));
    const backward = project(clip({ id: 'a', mediaStart: 1, speed: 1.5, reverse: true }));
    for (const frame of [0, 1, 30, 59]) {
      expect(layer(backward, frame).sourceSec).toBeCloseTo(layer(forward, 59 - frame).sourceSec, 9);
    }
  });

  it('stands still when frozen and starts again when looped', () => {
    expect(layer(project(clip({ id: 'a', freezeAt: 3.5 })), 42).sourceSec).toBe(3.5);
    const looped = project(clip({ id: 'a', duration: 10, mediaStart: 1, mediaDuration: 3, loop: true }));
    expect([0, 59, 60, 150].map((frame) => layer(looped, frame).sourceSec)).toEqual([
      1,
      expect.closeTo(1 + 59 / 30, 9),
      1,
      expect.closeTo(2, 9),
    ]);
  });

  it('is the integral of a speed ramp', () => {
    const ramp = clip({
      id: 'a',
      duration: 4,
      kfSpeed: [
        { time: 0, value: 1, easing: 'easeInQuad' },
        { time: 2, value: 3 },
      ],
    });
    // 2 s at 1 plus two thirds of the 2 s rise of 2 that easeInQuad leaves below it, then 3.
    expect(layer(project(ramp), 60).sourceSec).toBeCloseTo(2 + 4 / 3, 9);
    expect(layer(project(ramp), 90).sourceSec).toBeCloseTo(2 + 4 / 3 + 3, 9);
  });
});

describe('keyframes', () => {
  it('ease the segment that they start and hold before and after', () => {
    const moving = clip({
      id: 'a',
      x: 7,
      kfX: [
        { time: 0.5, value: 0, easing: 'easeInQuad' },
        { time: 1.5, value: 100 },
      ],
    });
    expect([0, 15, 30, 45, 59].map((frame) => layer(project(moving), frame).x)).toEqual([
      0,
      0,
      expect.closeTo(25, 9),
      100,
      100,
    ]);
  });

  it('multiply scale by scaleX, and hand on what has no field of its own', () => {
    const grown = clip({ id: 'a', scale: 2, kfScaleX: [{ time: 0, value: 3 }], kfBlur: [{ time: 0, value: 12 }] });
    expect(layer(project(grown), 0)).toMatchObject({ scaleX: 6, scaleY: 2, animated: { blur: 12 } });
  });
});

describe('transitions', () => {
  const dissolve = { type: 'dissolve', duration: 1 } as const;

  it('show the outgoing clip beyond its end and count k of W', () => {
    const document = project(clip({ id: 'a' }), clip({ id: 'b', start: 2, transition: dissolve }));
    expect(ids(evaluate(document, 59).layers)).toEqual(['a']);
    const [window] = evaluate(document, 75).layers;
    expect(window).toMatchObject({
      kind: 'transition',
      progress: 0.5,
      from: { localFrame: 75 },
      to: { localFrame: 15 },
    });
    expect(window?.kind === 'transition' && window.from?.sourceSec).toBeCloseTo(2.5, 9);
    expect(evaluate(document, 60).layers[0]).toMatchObject({ progress: 0 });
    expect(ids(evaluate(document, 90).layers)).toEqual(['b']);
  });

  it('take at most half the shorter clip', () => {
    const document = project(clip({ id: 'a' }), clip({ id: 'b', start: 2, duration: 1, transition: dissolve }));
    expect(ids(evaluate(document, 74).layers)).toEqual(['a>b']);
    expect(ids(evaluate(document, 75).layers)).toEqual(['b']);
  });

  it('come from transparent without a neighbour, and leave to it at the end', () => {
    const document = project(clip({ id: 'a', start: 1, transition: dissolve }));
    expect(ids(evaluate(document, 30).layers)).toEqual(['->a']);
    const leaving = project(clip({ id: 'a', transition: { ...dissolve, edge: 'out' } }));
    expect(ids(evaluate(leaving, 29).layers)).toEqual(['a']);
    expect(ids(evaluate(leaving, 45).layers)).toEqual(['a>-']);
  });

  it('take neighbours that are a frame apart, not those two apart', () => {
    const near = project(clip({ id: 'a' }), clip({ id: 'b', start: 2 + 1 / 30, transition: dissolve }));
    const far = project(clip({ id: 'a' }), clip({ id: 'b', start: 2 + 2 / 30, transition: dissolve }));
    expect(ids(evaluate(near, 65).layers)).toEqual(['a>b']);
    expect(ids(evaluate(far, 65).layers)).toEqual(['->b']);
  });

  it('go on with the outgoing clip over a gap of a frame, unless it has left by then', () => {
    const after = { id: 'b', start: 2 + 1 / 30 };
    const bridged = project(clip({ id: 'a' }), clip({ ...after, transition: dissolve }));
    const [shown] = evaluate(bridged, 60).layers;
    expect(shown).toMatchObject({ kind: 'clip', clip: { id: 'a' }, localFrame: 60, sourceSec: 2 });
    const open = project(clip({ id: 'a' }), clip(after));
    const left = project(
      clip({ id: 'a', transition: { ...dissolve, edge: 'out' } }),
      clip({ ...after, transition: dissolve }),
    );
    expect([open, left].map((document) => ids(evaluate(document, 60).layers))).toEqual([[], []]);
  });
});

it('evaluates a scene of 200 moving layers in well under half a millisecond', () => {
  const tracks = Array.from({ length: 200 }, (_, id) => createTrack(id, 'video', 'V'));
  const clips = tracks.map(({ id }) =>
    clip({
      id: `c${id}`,
      trackIndex: id,
      duration: 20,
      kfX: [
        { time: 0, value: 0, easing: 'easeOutCubic' },
        { time: 9, value: 9 },
      ],
    }),
  );
  const document = { ...createDocument(), tracks, clips };
  const ask = createEvaluator(document);
  const started = performance.now();
  for (let frame = 0; frame < 600; frame += 1) ask(frame);
  // The goal is 0.5 ms; five times as much is left for a busy machine.
  expect((performance.now() - started) / 600).toBeLessThan(2.5);
});
