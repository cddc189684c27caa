/** A sound sets in where it is this much louder than just before, of 255, and by this factor. */
const LEAST_RISE = 24;
const LEAST_FACTOR = 1.5;
/** What "just before" is, and how far apart two beats are at least. Seconds. */
const BEFORE_SEC = 0.1;
const APART_SEC = 0.2;

/** When a sound sets in: drum beats, notes, syllables after a pause. `peaks` are 0-255, so many a second. Seconds, in order. */
export function onsets(peaks: Uint8Array, peaksPerSec: number): number[] {
  const window = Math.max(1, Math.round(BEFORE_SEC * peaksPerSec));
  const found: number[] = [];
  let sum = 0;
  let wasRise = false;
  for (let at = 0; at < peaks.length; at += 1) {
    const now = peaks[at] ?? 0;
    const mean = sum / window;
    const atSec = at / peaksPerSec;
    const isRise = now - mean >= LEAST_RISE && now >= mean * LEAST_FACTOR;
    if (isRise && !wasRise && atSec - (found.at(-1) ?? Number.NEGATIVE_INFINITY) >= APART_SEC) found.push(atSec);
    wasRise = isRise;
    sum += now - (at >= window ? (peaks[at - window] ?? 0) : 0);
  }
  return found;
}
