import { describe, expect, it } from 'vitest';
import { exampleContext, exampleProject } from '../commands/examples.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { prepareClip } from '../evaluate/clip-layer.ts';
import { applyCommands } from '../reduce.ts';
import { rateOf } from '../time.ts';
import { MOTION_PRESETS } from '../vocabulary/index.ts';
import { MOTIONS } from './motions.ts';

const apply = (...motions: { preset: string; duration?: number; intensity?: number; clipId?: string }[]) =>
  applyCommands(
    exampleProject(),
    motions.map((motion) => ({ op: 'applyMotionPreset', clipId: 'clip-1', ...motion })),
    exampleContext(),
  );
const clipOf = (document: Document, id = 'clip-1'): Clip => {
  const clip = document.clips.find((one) => one.id === id);
  if (!clip) throw new Error(`no ${id}`);
  return clip;
};
/** Returns the evaluated layer of a clip `frame` frames after its start, whether it is visible or not. */
const layerAt = (document: Document, frame: number, id = 'clip-1') =>
  prepareClip(clipOf(document, id), rateOf(30)).layerAt(frame);

describe('the registry of motions', () => {
  it('has a row for each name, in the order of the names', () => {
    expect(MOTIONS.map(({ preset }) => preset)).toEqual([...MOTION_PRESETS]);
  });
});

describe.each(MOTIONS)('$preset', ({ preset, when }) => {
  it('moves the picture with ordinary keyframes, in order and within the clip but for the end of a round', () => {
    const { document, results } = apply({ preset });
    expect(results[0]?.error).toBeUndefined();
    const clip = clipOf(document);
    const fields = [clip.kfOpacity, clip.kfScale, clip.kfX, clip.kfY, clip.kfRotation, clip.kfBlur].filter(
      (keyframes) => keyframes !== undefined,
    );
    expect(fields.length).toBeGreaterThan(0);
    for (const keyframes of fields) {
      const times = keyframes.map(({ time }) => time);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(new Set(times).size).toBe(times.length);
      expect(times[0]).toBeGreaterThanOrEqual(0);
      expect(times.at(-1)).toBeLessThan(clip.duration + 3);
    }
  });

  it('is at rest where it does not move', () => {
    const { document } = apply({ preset });
    const rest = layerAt(exampleProject(), 75);
    if (when === 'in') expect(layerAt(document, 100)).toMatchObject({ x: rest.x, scaleX: 1, opacity: 1, rotation: 0 });
    if (when === 'out') expect(layerAt(document, 100)).toMatchObject({ x: rest.x, scaleX: 1, opacity: 1, rotation: 0 });
    if (when === 'whole') {
      const seen = [10, 40, 77, 120].map((frame) => {
        const { x, y, scaleX, rotation } = layerAt(document, frame);
        return JSON.stringify({ x, y, scaleX, rotation });
      });
      expect(new Set(seen).size).toBeGreaterThan(1);
    }
  });

  it('does nothing at intensity 0', () => {
    const { document } = apply({ preset, intensity: 0 });
    for (const frame of [0, 5, 60, 140, 149]) {
      const { x, y, scaleX, rotation, opacity, animated } = layerAt(document, frame);
      expect({ x, y, scaleX, rotation, opacity }).toEqual({ x: 0, y: 0, scaleX: 1, rotation: 0, opacity: 1 });
      expect(animated?.blur ?? 0).toBe(0);
    }
  });

  it('fits into a clip that is shorter', () => {
    const short = applyCommands(
      exampleProject(),
      [
        { op: 'trimClip', clipId: 'clip-1', duration: 0.2 },
        { op: 'applyMotionPreset', clipId: 'clip-1', preset },
      ],
      exampleContext(),
    );
    expect(short.results.map(({ error }) => error)).toEqual([undefined, undefined]);
  });
});

describe('motions', () => {
  it('start and end where their names say', () => {
    expect(layerAt(apply({ preset: 'fade-in' }).document, 0).opacity).toBe(0);
    expect(layerAt(apply({ preset: 'slide-in-left' }).document, 0).x).toBe(-1920);
    expect(layerAt(apply({ preset: 'slide-in-right' }).document, 0).x).toBe(1920);
    expect(layerAt(apply({ preset: 'slide-in-up' }).document, 0).y).toBe(1080);
    expect(layerAt(apply({ preset: 'slide-in-down' }).document, 0).y).toBe(-1080);
    expect(layerAt(apply({ preset: 'slide-out-left' }).document, 149).x).toBeLessThan(-1500);
    expect(layerAt(apply({ preset: 'ken-burns-in' }).document, 75).scaleX).toBeCloseTo(1.05, 9);
    expect(layerAt(apply({ preset: 'pan-left' }).document, 0)).toMatchObject({ x: 96, scaleX: 1.1 });
    expect(layerAt(apply({ preset: 'blur-in' }).document, 0).animated?.blur).toBe(24);
    expect(layerAt(apply({ preset: 'bounce' }).document, 15).y).toBe(-24);
    expect(layerAt(apply({ preset: 'float' }).document, 45).y).toBeCloseTo(0, 9);
    expect(layerAt(apply({ preset: 'float' }).document, 30).y).toBeCloseTo(-5 * Math.sqrt(3), 6);
  });

  it('overshoot by a tenth when they pop', () => {
    const { document } = apply({ preset: 'pop-in' });
    const scales = Array.from({ length: 18 }, (_, frame) => layerAt(document, frame).scaleX);
    expect(Math.max(...scales)).toBeGreaterThan(1.09);
    expect(Math.max(...scales)).toBeLessThan(1.11);
  });

  it('go together: one in, one out, each in its own time', () => {
    const { document, results } = apply({ preset: 'fade-in' }, { preset: 'fade-out' });
    expect(results[1]?.data?.fixes).toBeUndefined();
    expect(clipOf(document).kfOpacity?.map(({ time, value }) => [time, value])).toEqual([
      [0, 0],
      [0.6, 1],
      [4.4, 1],
      [5, 0],
    ]);
  });

  it.each([
    ['fade-in', 'fade-out', [0.6, 0.4]],
    ['fade-out', 'fade-in', [0.6, 0.4]],
    ['pop-in', 'zoom-out', [0.6, 0.4]],
    ['slide-in-left', 'fade-out', [0.6, 0.4]],
    ['fade-out', 'slide-in-left', [0.6, 0.4]],
  ])(
    'leave each other their time in a short clip, which is wholly seen between them: %s, %s',
    (first, second, lengths) => {
      const { document, results } = applyCommands(
        exampleProject(),
        [
          { op: 'trimClip', clipId: 'title-1', duration: 1 },
          { op: 'applyMotionPreset', clipId: 'title-1', preset: first },
          { op: 'applyMotionPreset', clipId: 'title-1', preset: second },
        ],
        exampleContext(),
      );
      expect(results.slice(1).map(({ data }) => data?.duration)).toEqual(lengths);
      const frames = Array.from({ length: 30 }, (_, frame) => layerAt(document, frame, 'title-1'));
      expect(frames.some((layer) => layer?.scaleX === 1 && layer.opacity === 1 && layer.x === 0)).toBe(true);
    },
  );

  it('take their usual time beside a slow move of another property', () => {
    const { results } = applyCommands(
      exampleProject(),
      [
        ...[0, 4.8].map((time) => ({ op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time, value: time ? 0 : 300 })),
        { op: 'applyMotionPreset', clipId: 'clip-1', preset: 'fade-out' },
      ],
      exampleContext(),
    );
    expect(results[2]?.data?.duration).toBe(0.6);
  });

  it('come to rest in the motion that is already there', () => {
    const { document } = apply({ preset: 'ken-burns-in' }, { preset: 'zoom-in' });
    const slow = apply({ preset: 'ken-burns-in' }).document;
    for (const frame of [18, 60, 149]) {
      expect(layerAt(document, frame).scaleX).toBeCloseTo(layerAt(slow, frame).scaleX, 9);
    }
    expect(layerAt(document, 0).scaleX).toBe(0);
  });

  it('say what gave way to them', () => {
    const { results } = apply({ preset: 'fade-in' }, { preset: 'fade-in', duration: 1 });
    expect(results[1]?.data?.fixes).toEqual(['2 keyframes of opacity were replaced.']);
  });

  it('start from where the clip lies', () => {
    const { document } = applyCommands(
      exampleProject(),
      [
        { op: 'setTransform', clipId: 'title-1', x: 200, opacity: 0.8 },
        { op: 'applyMotionPreset', clipId: 'title-1', preset: 'slide-in-left' },
        { op: 'applyMotionPreset', clipId: 'title-1', preset: 'fade-in', intensity: 0.5 },
      ],
      exampleContext(),
    );
    expect(layerAt(document, 0, 'title-1')).toMatchObject({ x: -1720, opacity: 0.4 });
    expect(layerAt(document, 40, 'title-1')).toMatchObject({ x: 200, opacity: 0.8 });
  });

  it('shake each clip in its own way, and always the same', () => {
    const shaken = (id: string) => clipOf(apply({ preset: 'shake', clipId: id }).document, id).kfX;
    expect(shaken('clip-1')).toEqual(shaken('clip-1'));
    expect(shaken('clip-1')?.map(({ value }) => value)).not.toEqual(shaken('clip-2')?.map(({ value }) => value));
    for (const { value } of shaken('clip-1') ?? []) expect(Math.abs(value)).toBeLessThanOrEqual(8);
  });

  it('are refused for sound, and where they would need too many keyframes', () => {
    expect(apply({ preset: 'pulse', clipId: 'music-1' }).results[0]?.error).toMatch(/type audio, which has no image/);
    expect(apply({ preset: 'pulse', duration: 0.0001 }).results[0]?.error).toMatch(
      /duration 0.0001 creates 100001 keyframes .* Choose another duration/,
    );
  });
});
