import { VOCABULARY } from '@framemill/timeline';
import { type Exhibit, photo } from '../exhibit.ts';

/** Every way that a picture fits the canvas, for one that is higher than wide. */
export function fitExhibits(): Exhibit[] {
  return VOCABULARY.fit.map((mode) => ({
    family: 'fit',
    name: mode,
    description: '',
    commands: [photo('upright'), { op: 'fitClip', clipId: 'clip-1', mode }],
    moments: [0.5],
  }));
}
