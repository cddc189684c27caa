import { durationText } from '../../ui/format.ts';
import { timecode } from '../stage/timecode.ts';

/** Possible distances between ruler marks, in frames and in seconds. The smallest one whose label fits is used. */
const FRAMES = [1, 2, 5, 10];
const SECONDS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200];
const LABEL_PX = 84;

/** Returns the distance between ruler marks, in seconds. */
export function rulerStepSec(pxPerSec: number, fps: number): number {
  const frames = FRAMES.map((count) => count / fps).filter((step) => step < 0.5);
  return [...frames, ...SECONDS].find((step) => step * pxPerSec >= LABEL_PX) ?? 86_400;
}

/** Returns the label of a ruler mark: a timecode when marks are less than a second apart. */
export function markText(timeSec: number, stepSec: number, fps: number): string {
  return stepSec < 1 ? timecode(timeSec, fps) : durationText(timeSec);
}
