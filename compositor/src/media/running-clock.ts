import type { MediaInput } from './open-input.ts';

/** Stamps that lie so far behind the end of what was before them are those of a clock that starts again. Seconds. */
const BACK_SEC = 0.1;

/**
 * Places the sound of a file whose clock starts again on the way (the songs of a recorded Ogg stream, broadcasts written one after the other) in one piece: give it where a block
 * says that it starts, and where the one before ends. Beside pictures, times stay as they are.
 */
export function createRunningClock({ video }: MediaInput): (startSec: number, followingSec: number) => number {
  let behindSec = 0;
  return (startSec, followingSec) => {
    if (!video && startSec + behindSec < followingSec - BACK_SEC) behindSec = followingSec - startSec;
    return startSec + behindSec;
  };
}
