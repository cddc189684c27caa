/** Delay line with the last samples of one channel. */
export interface DelayLine {
  /** Stores the next sample. */
  write(value: number): void;
  /** Returns the sample written `delay` writes before the last one: 0 is the last. Integers up to the longest delay. */
  read(delay: number): number;
  /** Returns the value at a fractional delay, by cubic interpolation of four samples; `delay` is at least 1. */
  readBetween(delay: number): number;
}

/** Creates a delay line filled with silence, with a maximum delay of at least `longest` samples. */
export function createDelayLine(longest: number): DelayLine {
  const size = 2 ** Math.ceil(Math.log2(longest + 4));
  const mask = size - 1;
  const values = new Float32Array(size);
  let last = 0;
  const read = (delay: number) => values[(last - delay) & mask] ?? 0;
  return {
    write(value) {
      last = (last + 1) & mask;
      values[last] = value;
    },
    read,
    readBetween(delay) {
      const whole = Math.floor(delay);
      const along = delay - whole;
      const a = read(whole - 1);
      const b = read(whole);
      const c = read(whole + 1);
      const d = read(whole + 2);
      return b + 0.5 * along * (c - a + along * (2 * a - 5 * b + 4 * c - d + along * (3 * (b - c) + d - a)));
    },
  };
}
