import { BLEND_MODES } from '@framemill/timeline';
import { type Exhibit, photo } from '../exhibit.ts';

/** Returns an exhibit for each blend mode: the ocean over the mountains. */
export function blendExhibits(): Exhibit[] {
  return BLEND_MODES.map((blendMode) => ({
    family: 'blend',
    name: blendMode,
    description: '',
    commands: [
      photo('mountains'),
      photo('ocean', { trackIndex: 1 }),
      { op: 'setBlendMode', clipId: 'clip-2', blendMode },
    ],
    moments: [0.5],
  }));
}
