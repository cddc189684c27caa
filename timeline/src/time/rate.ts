/** Frames a second as a fraction: 30 is 30/1, 29.97 is 30000/1001. */
export interface Rate {
  num: number;
  den: number;
}

/** Half a frame decided by the last bits of a double must fall the same way on both sides of a cut. */
const TIE = 1e-6;

/** The exact rate of a document's `fps`. 23.976, 29.97, 59.94 (and near spellings) mean n*1000/1001. */
export function rateOf(fps: number): Rate {
  const whole = Math.round(fps);
  if (Math.abs(fps - whole) < 1e-6) return { num: whole, den: 1 };
  const ntsc = Math.ceil(fps);
  if (Math.abs(fps - (ntsc * 1000) / 1001) < 0.005) return { num: ntsc * 1000, den: 1001 };
  const num = Math.round(fps * 1000);
  const divisor = greatestCommonDivisor(num, 1000);
  return { num: num / divisor, den: 1000 / divisor };
}

/** The frame nearest to a time. Ties go up. */
export function frameOf(seconds: number, rate: Rate): number {
  return Math.floor((seconds * rate.num) / rate.den + 0.5 + TIE);
}

/** The time at which a frame starts. Seconds. */
export function secondsOf(frame: number, rate: Rate): number {
  return (frame * rate.den) / rate.num;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
