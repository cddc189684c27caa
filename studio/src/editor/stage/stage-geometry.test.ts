import type { Mask } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { boundsOf, frameOf, type Point, toBox, toCanvas } from './box-frame.ts';
import { canvasToMask, maskToCanvas, movedMask, pathData, pathSteps, resizedMask } from './mask-geometry.ts';
import { guideLines, snapBox } from './snap-guides.ts';

const near = (point: Point) => point.map((value) => Math.round(value * 1e6) / 1e6);

describe('a box on the canvas', () => {
  // Turned by 90 degrees, twice as wide as high.
  const corners: Point[] = [
    [300, 100],
    [300, 500],
    [100, 500],
    [100, 100],
  ];
  it('has the same places in shares and in pixels', () => {
    const frame = frameOf(corners);
    expect(toCanvas(frame, [0.5, 0.5])).toEqual([200, 300]);
    expect(near(toBox(frame, [250, 200]))).toEqual([0.25, 0.25]);
    expect(boundsOf(corners)).toEqual([100, 100, 300, 500]);
  });
  it('without an area has its middle everywhere', () => {
    expect(toBox(frameOf([[5, 5]]), [9, 9])).toEqual([0.5, 0.5]);
  });
});

describe('a dragged box', () => {
  const lines = guideLines({ width: 1920, height: 1080 }, [[100, 200, 300, 400]]);
  it('snaps to the middle of the canvas and to the edges of others', () => {
    const moved = snapBox([0, 0, 200, 100], [857, 303], lines, 8);
    expect(moved.by).toEqual([860, 300]);
    expect(moved.guides).toEqual({ xs: [960], ys: [300] });
  });
  it('stays where nothing is near', () => {
    expect(snapBox([0, 0, 200, 100], [517, 621], lines, 8)).toEqual({ by: [517, 621], guides: { xs: [], ys: [] } });
  });
});

describe('a mask', () => {
  const frame = frameOf([
    [0, 0],
    [800, 0],
    [800, 400],
    [0, 400],
  ]);
  // The clip is scaled by two.
  const place = { frame, size: [400, 200] as const };
  const mask: Mask = { shape: 'rectangle', x: 50, y: 0, width: 100, height: 80, rotation: 90 };

  it('is where its clip, its place and its turn put it', () => {
    expect(near(maskToCanvas(place, mask, [0, 0]))).toEqual([500, 200]);
    expect(near(maskToCanvas(place, mask, [50, 0]))).toEqual([500, 300]);
    expect(near(canvasToMask(place, mask, [500, 300]))).toEqual([50, 0]);
  });
  it('keeps the opposite side when one is dragged', () => {
    const next = resizedMask(place, mask, [1, 0], [500, 340]);
    expect(next).toMatchObject({ width: 120, height: 80, x: 50, y: 10 });
    expect(near(maskToCanvas(place, next, [-60, 0]))).toEqual(near(maskToCanvas(place, mask, [-50, 0])));
    expect(resizedMask(place, mask, [1, 1], [0, 0])).toMatchObject({ width: 4 });
  });
  it('is moved in pixels of its clip', () => {
    expect(movedMask({ shape: 'circle' }, [3.04, -2])).toEqual({ shape: 'circle', x: 3, y: -2 });
  });
});

describe('an outline of path data', () => {
  it('has its places, absolute, whatever letters it is written in', () => {
    const steps = pathSteps('m10,20 5-5h10 v10 q5 5 10 0 t10 0 c1 1 2 2 3 3 s2 2 3 3 z');
    expect(steps && pathData(steps)).toBe(
      'M10 20 L15 15 L25 15 L25 25 Q30 30 35 25 Q40 20 45 25 C46 26 47 27 48 28 C49 29 50 30 51 31 Z',
    );
  });
  it('reads what it writes, and numbers without spaces', () => {
    const steps = pathSteps('M1.5.5L-2e1-3Z') ?? [];
    expect(pathData(steps)).toBe('M1.5 0.5 L-20 -3 Z');
    expect(pathSteps(pathData(steps))).toEqual(steps);
  });
  it('with arcs, without a beginning or with too few numbers has none to drag', () => {
    expect([pathSteps('M0 0A1 1 0 0 1 2 2'), pathSteps('L1 1'), pathSteps('M1'), pathSteps('')]).toEqual(
      Array(4).fill(null),
    );
  });
});
