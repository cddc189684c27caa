import type { Canvas } from './canvas.ts';
import { createAurora } from './scenes/aurora.ts';
import { createMountains } from './scenes/mountains.ts';
import { createOcean } from './scenes/ocean.ts';

/** One piece of footage: how it is drawn and how long it runs. */
export interface FootageClip {
  readonly name: string;
  /** Frames at 30 a second. Longer than the clip is shown, so that a dissolve has something to dissolve from. */
  readonly frames: number;
  /** Prepares the scene; the result draws the moment `timeSec` over the whole picture. */
  readonly create: () => (canvas: Canvas, timeSec: number) => void;
}

/** The sample's footage, in the order of the film. Another scene is one file in `scenes/` and one line here. */
export const footageClips: readonly FootageClip[] = [
  { name: 'mountains', frames: 144, create: createMountains },
  { name: 'ocean', frames: 144, create: createOcean },
  { name: 'aurora', frames: 120, create: createAurora },
];
