/** Sample rate of the mix. Hertz. */
export const SAMPLE_RATE = 48_000;

/** Returns the sample nearest to a time in seconds. Ties are rounded up, regardless of floating-point error. */
export function sampleOf(seconds: number): number {
  return Math.floor(seconds * SAMPLE_RATE + 0.5 + 1e-6);
}
