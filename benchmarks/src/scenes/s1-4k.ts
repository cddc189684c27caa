import { ultraHd } from '../measure/image-size.ts';
import { drawing } from './s1.ts';
import type { BenchScene } from './scene.ts';

/** Scene S1 with four times the pixels in source and output. MLT has no profile for it. */
export const s14k: BenchScene = {
  ...drawing(2),
  name: 'S1-4K',
  about: 'video, moving logo, captions, all in 4K',
  size: ultraHd,
};
