/** Converts a level change in decibels to an amplitude factor. */
export function gainOfDb(db: number): number {
  return 10 ** (db / 20);
}

/** Converts an amplitude of 0 or more to decibels; minus infinity for 0. */
export function dbOfGain(gain: number): number {
  return 20 * Math.log10(gain);
}
