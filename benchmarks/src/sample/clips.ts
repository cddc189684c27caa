import type { Canvas } from './canvas.ts';
import { createAurora } from './scenes/aurora.ts';
import { createMountains } from './scenes/mountains.ts';
import { createOcean } from './scenes/ocean.ts';

/** Generated footage clip: its duration and its drawing function. */
export interface FootageClip {
  readonly name: string;
  /**
   * Number of frames at 30 a second. The clip is longer than its visible time, because a dissolve also needs frames.
   */
  readonly frames: number;
  /** Prepares the scene and returns the function that draws it. That function draws the whole image at `timeSec`. */
  readonly create: () => (canvas: Canvas, timeSec: number) => void;
}

/**
 * Clips of the sample video, in order of appearance. To add a scene, create a file in `scenes/` and add a line here.
 */
export const footageClips: readonly FootageClip[] = [
  { name: 'mountains', frames: 144, create: createMountains },
  { name: 'ocean', frames: 144, create: createOcean },
  { name: 'aurora', frames: 120, create: createAurora },
];
