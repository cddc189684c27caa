/** Frame rate as a fraction: 30 is 30/1, 29.97 is 30000/1001. */
export interface Rate {
  num: number;
  den: number;
}

/**
 * Tolerance for ties, in frames: half a frame must be rounded the same way on both sides of a cut, despite
 * floating-point error.
 */
const TIE = 1e-6;

/** Returns the exact rate of a document's `fps`. 23.976, 29.97 and 59.94 (and similar values) mean n*1000/1001. */
export function rateOf(fps: number): Rate {
  const whole = Math.round(fps);
  if (Math.abs(fps - whole) < 1e-6) return { num: whole, den: 1 };
  const ntsc = Math.ceil(fps);
  if (Math.abs(fps - (ntsc * 1000) / 1001) < 0.005) return { num: ntsc * 1000, den: 1001 };
  const num = Math.round(fps * 1000);
  const divisor = greatestCommonDivisor(num, 1000);
  return { num: num / divisor, den: 1000 / divisor };
}

/** Returns the frame nearest to a time in seconds. Ties are rounded up. */
export function frameOf(seconds: number, rate: Rate): number {
  return Math.floor((seconds * rate.num) / rate.den + 0.5 + TIE);
}

/** Returns the start time of a frame in seconds. */
export function secondsOf(frame: number, rate: Rate): number {
  return (frame * rate.den) / rate.num;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
