/** Point of a colour wheel with the radius 1. The centre is `[0, 0]`; y points up. */
export type WheelPlace = readonly [x: number, y: number];

/** Hue in degrees, and its amount (0-1). */
export interface WheelColor {
  hue: number;
  amount: number;
}

/**
 * Angle of red, in degrees counterclockwise from the right. A vectorscope of BT.709 shows red at the same angle, and
 * the other hues in the same order.
 */
export const RED_ANGLE = 103;

/** Returns the point of a colour. Hues outside of 0-360 are the same as those inside. */
export function placeOfColor({ hue, amount }: WheelColor): WheelPlace {
  const angle = ((RED_ANGLE + hue) * Math.PI) / 180;
  return [amount * Math.cos(angle), amount * Math.sin(angle)];
}

/**
 * Returns the colour at a point. A point outside of the wheel has the colour of the rim. The hue is 0-360 in tenths of
 * a degree, the amount is in thousandths; at the centre, the hue is 0.
 */
export function colorAtPlace([x, y]: WheelPlace): WheelColor {
  const amount = Math.round(Math.min(1, Math.hypot(x, y)) * 1e3) / 1e3;
  if (amount === 0) return { hue: 0, amount };
  const turned = (Math.atan2(y, x) * 180) / Math.PI - RED_ANGLE;
  const hue = Math.round((((turned % 360) + 360) % 360) * 10) / 10;
  return { hue: hue === 360 ? 0 : hue, amount };
}

/** Returns a point moved by a distance; it stays on the wheel. */
export function movedPlace([x, y]: WheelPlace, dx: number, dy: number): WheelPlace {
  const length = Math.max(1, Math.hypot(x + dx, y + dy));
  return [(x + dx) / length, (y + dy) / length];
}
