import { catalogue } from '../../catalogue.ts';
import { transitions } from '../../transitions/index.ts';
import { type Exhibit, photo } from '../exhibit.ts';

/** Returns an exhibit for each transition of the catalogue, at a quarter, half and three quarters. */
export function transitionExhibits(): Exhibit[] {
  return catalogue.transitions.map((type) => ({
    family: 'transition',
    name: type,
    description: transitions.find((look) => look.type === type)?.description ?? '',
    commands: [
      photo('mountains'),
      photo('ocean', { start: 2 }),
      { op: 'setTransition', clipId: 'clip-2', type, duration: 1 },
    ],
    moments: [2.25, 2.5, 2.75],
  }));
}
