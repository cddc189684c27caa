/** The factor of an amplitude for a change in decibels. */
export function gainOfDb(db: number): number {
  return 10 ** (db / 20);
}

/** Decibels of an amplitude of 0 or more; minus infinity for 0. */
export function dbOfGain(gain: number): number {
  return 20 * Math.log10(gain);
}
