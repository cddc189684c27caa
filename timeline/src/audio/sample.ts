/** Samples a second of the mix. */
export const SAMPLE_RATE = 48_000;

/** The sample nearest to a time. Ties go up, whatever the last bits of the double say. */
export function sampleOf(seconds: number): number {
  return Math.floor(seconds * SAMPLE_RATE + 0.5 + 1e-6);
}
