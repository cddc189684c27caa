import { describe, expect, it } from 'vitest';
import {
  curveOf,
  curveShape,
  nearestWithin,
  pointsIn,
  widestGap,
  withMoved,
  withoutPoint,
  withPoint,
} from './curve-points.ts';
import { commandEntry, type JsonSchema } from './registry.ts';

const grade = commandEntry('setColorGrade').params.properties?.grade?.properties ?? {};
const schemaOf = (group: string, name: string): JsonSchema => grade[group]?.properties?.[name] ?? {};
const tone = curveShape(schemaOf('curves', 'red'));
const hue = curveShape(schemaOf('hueCurves', 'hueVsSaturation'));

describe('the curves of the document', () => {
  it('are of tones or of hues, with the limits of their schema', () => {
    expect(tone).toMatchObject({ isHue: false, minimum: 0, maximum: 1, leastPoints: 2, mostPoints: 32 });
    for (const name of Object.keys(grade.hueCurves?.properties ?? {}))
      expect(curveShape(schemaOf('hueCurves', name))).toMatchObject({ isHue: true, minimum: -1, maximum: 1 });
  });

  it('change nothing without a value', () => {
    const unchanged = curveOf(pointsIn(undefined, tone), tone);
    for (const input of [0, 0.1, 0.5, 0.93, 1]) expect(unchanged(input)).toBeCloseTo(input, 9);
    const level = curveOf(pointsIn(undefined, hue), hue);
    for (const input of [0, 0.1, 0.5, 0.93, 1]) expect(level(input)).toBe(0);
  });
});

describe('points', () => {
  it('are added in order, but not at the input of another one', () => {
    const added = withPoint(tone.neutral, [0.25, 0.4], tone);
    expect(added).toEqual({
      points: [
        [0, 0],
        [0.25, 0.4],
        [1, 1],
      ],
      index: 1,
    });
    expect(withPoint(added?.points ?? [], [0.255, 0.9], tone)).toBeNull();
    expect(withPoint(tone.neutral, [0.5, 0.5], { ...tone, mostPoints: 2 })).toBeNull();
  });

  it('move between their neighbours, within the range', () => {
    const { points = [] } = withPoint(tone.neutral, [0.25, 0.4], tone) ?? {};
    expect(withMoved(points, 1, [0.5, 2], tone)[1]).toEqual([0.5, 1]);
    expect(withMoved(points, 1, [-1, -1], tone)[1]).toEqual([0.01, 0]);
    expect(withMoved(points, 0, [0.9, 0.1], tone)[0]).toEqual([0.24, 0.1]);
    expect(withMoved(hue.neutral, 2, [0.3333, -0.6], hue)[2]).toEqual([0.333, -0.6]);
  });

  it('are removed down to the least number', () => {
    const { points = [] } = withPoint(tone.neutral, [0.25, 0.4], tone) ?? {};
    expect(withoutPoint(points, 1, tone)).toEqual(tone.neutral);
    expect(withoutPoint(tone.neutral, 1, tone)).toBe(tone.neutral);
  });

  it('get a new one in the widest gap, on the curve', () => {
    expect(widestGap(tone.neutral, tone)).toEqual([0.5, 0.5]);
    expect(
      widestGap(
        [
          [0, 0],
          [0.2, 0.5],
          [1, 0.5],
        ],
        tone,
      ),
    ).toEqual([0.6, 0.5]);
    // The widest gap of these hues goes on to the end of the circle.
    expect(
      widestGap(
        [
          [0, 0],
          [0.2, 0],
        ],
        hue,
      ),
    ).toEqual([0.6, 0]);
  });

  it('are found near a place', () => {
    const places = [
      [0, 0],
      [20, 0],
    ] as const;
    expect(nearestWithin(places, [14, 3], 10)).toBe(1);
    expect(nearestWithin(places, [10, 10], 10)).toBeNull();
  });
});
