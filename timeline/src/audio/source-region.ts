import type { Clip } from '../document/clip.ts';
import { loopPeriodSec, loopPhase, speedOf } from '../evaluate/source-time.ts';
import type { TimeMapPoint } from './audio-part.ts';
import { sampleOf } from './sample.ts';

/** Distance between points of a ramp's time map. Seconds; between them the speed hardly changes. */
const STEP_SEC = 0.02;

/** Part of a source that a clip plays. Times are seconds of the source. */
export interface SourceRegion {
  /** Earliest time of the region. Reversed playback ends here. */
  startSec: number;
  lengthSec: number;
  /** Length that a loop repeats. */
  loopSec: number;
  /**
   * Part of the loop that the first round skips. Reversed: offset into the loop at which the clip ends. 0 without a
   * loop.
   */
  loopOffsetSec: number;
  /** Source seconds per timeline second at the clip's end. */
  endSpeed: number;
  /** Source time over time. Empty when the speed is constant. */
  timeMap: TimeMapPoint[];
}

/** Computes the source region of a clip of `bodySec` timeline seconds that continues for `handleSec` after its end. */
export function sourceRegion(clip: Clip, bodySec: number, handleSec = 0): SourceRegion {
  const speed = speedOf(clip);
  const bodySource = speed.areaTo(bodySec);
  const wholeSource = speed.areaTo(bodySec + handleSec);
  // Reversed, the handle after the end comes from before the in-point. A loop starts again at its end instead.
  const goesOnBefore = clip.reverse && !clip.loop;
  const startSec = goesOnBefore ? Math.max(0, clip.mediaStart + bodySource - wholeSource) : clip.mediaStart;
  return {
    startSec,
    lengthSec: wholeSource,
    loopSec: loopPeriodSec(clip),
    loopOffsetSec: loopOffsetOf(clip),
    endSpeed: speed.at(bodySec),
    timeMap: clip.kfSpeed?.length ? rampMap(clip, bodySec, handleSec) : [],
  };
}

function loopOffsetOf(clip: Clip): number {
  const period = loopPeriodSec(clip);
  return clip.loop && period > 0 ? loopPhase(clip.loopOffset ?? 0, period) : 0;
}

function rampMap(clip: Clip, bodySec: number, handleSec: number): TimeMapPoint[] {
  const speed = speedOf(clip);
  const loopOffset = loopOffsetOf(clip);
  const bodySource = speed.areaTo(bodySec);
  const lengthSec = bodySec + handleSec;
  const steps = Math.max(1, Math.ceil(lengthSec / STEP_SEC));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const sec = (lengthSec * step) / steps;
    const passed = clip.reverse ? bodySource - speed.areaTo(sec) : speed.areaTo(sec);
    const sourceSec = clip.mediaStart + loopOffset + passed;
    return { atSample: sampleOf(sec), sourceSec: clip.loop ? sourceSec : Math.max(0, sourceSec) };
  });
}
