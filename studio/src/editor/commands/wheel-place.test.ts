import { describe, expect, it } from 'vitest';
import { colorAtPlace, movedPlace, placeOfColor, RED_ANGLE } from './wheel-place.ts';

describe('a colour wheel', () => {
  it('has each hue at an angle counterclockwise from that of red', () => {
    const [x, y] = placeOfColor({ hue: 0, amount: 1 });
    expect((Math.atan2(y, x) * 180) / Math.PI).toBeCloseTo(RED_ANGLE, 9);
    const [greenX, greenY] = placeOfColor({ hue: 120, amount: 0.5 });
    expect(greenX).toBeCloseTo(0.5 * Math.cos((223 * Math.PI) / 180), 9);
    expect(greenY).toBeCloseTo(0.5 * Math.sin((223 * Math.PI) / 180), 9);
  });

  it('gives back the colour of a point, with a hue of 0 to 360', () => {
    for (const hue of [0, 12.5, 103, 257, 359.9])
      expect(colorAtPlace(placeOfColor({ hue, amount: 0.4 }))).toEqual({ hue, amount: 0.4 });
    expect(colorAtPlace(placeOfColor({ hue: -90, amount: 0.4 }))).toEqual({ hue: 270, amount: 0.4 });
    expect(colorAtPlace([0, 0])).toEqual({ hue: 0, amount: 0 });
  });

  it('ends at its rim', () => {
    expect(colorAtPlace([0, 3]).amount).toBe(1);
    expect(Math.hypot(...movedPlace([0.9, 0], 0.5, 0.5))).toBeCloseTo(1, 9);
    expect(movedPlace([0.1, 0.2], 0.1, -0.1)).toEqual([expect.closeTo(0.2, 9), expect.closeTo(0.1, 9)]);
  });
});
