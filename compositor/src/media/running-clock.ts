import type { MediaInput } from './open-input.ts';

/**
 * Distance in seconds by which a time stamp must be before the end of the previous block to count as a restarted clock.
 */
const BACK_SEC = 0.1;

/**
 * Creates a function that makes audio times continuous where a file's clock restarts, as in recorded Ogg streams and
 * concatenated broadcasts. The function takes the declared start of a block and the end of the previous one, and
 * returns the corrected start. All times are in seconds. Files with video keep their times.
 */
export function createRunningClock({ video }: MediaInput): (startSec: number, followingSec: number) => number {
  let behindSec = 0;
  return (startSec, followingSec) => {
    if (!video && startSec + behindSec < followingSec - BACK_SEC) behindSec = followingSec - startSec;
    return startSec + behindSec;
  };
}
