import { VOCABULARY } from '@framemill/timeline';
import { type Exhibit, photo } from '../exhibit.ts';

/** Returns an exhibit for each fit, with an image that is higher than wide. */
export function fitExhibits(): Exhibit[] {
  return VOCABULARY.fit.map((mode) => ({
    family: 'fit',
    name: mode,
    description: '',
    commands: [photo('upright'), { op: 'fitClip', clipId: 'clip-1', mode }],
    moments: [0.5],
  }));
}
