import { durationText } from '../../ui/format.ts';
import { timecode } from '../stage/timecode.ts';

/** Distances between marks: frames, then seconds; the least that leaves room for a time is taken. */
const FRAMES = [1, 2, 5, 10];
const SECONDS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200];
const LABEL_PX = 84;

/** How far apart the marks of the ruler are, in seconds. */
export function rulerStepSec(pxPerSec: number, fps: number): number {
  const frames = FRAMES.map((count) => count / fps).filter((step) => step < 0.5);
  return [...frames, ...SECONDS].find((step) => step * pxPerSec >= LABEL_PX) ?? 86_400;
}

/** The text of a mark: a timecode where marks are less than a second apart. */
export function markText(timeSec: number, stepSec: number, fps: number): string {
  return stepSec < 1 ? timecode(timeSec, fps) : durationText(timeSec);
}
