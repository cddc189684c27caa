/**
 * Minimum rise of a peak (0-255) above the mean just before it that counts as an onset (`LEAST_RISE`). The peak must
 * also be at least `LEAST_FACTOR` times that mean.
 */
const LEAST_RISE = 24;
const LEAST_FACTOR = 1.5;
/**
 * Time before a peak over which the mean is taken, in seconds (`BEFORE_SEC`), and minimum distance between two onsets,
 * in seconds (`APART_SEC`).
 */
const BEFORE_SEC = 0.1;
const APART_SEC = 0.2;

/**
 * Detects audio onsets: drum beats, notes, syllables after a pause. `peaks` are 0-255, with `peaksPerSec` values a
 * second. Returns the times of the onsets in seconds, in order.
 */
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
