import { VOCABULARY } from '@framemill/timeline';
import { type Exhibit, photo } from '../exhibit.ts';

/** Returns an exhibit for each filter at full strength. */
export function filterExhibits(): Exhibit[] {
  return VOCABULARY.filterPreset.map((preset) => ({
    family: 'filter',
    name: preset,
    description: '',
    commands: [photo('mountains'), { op: 'applyFilter', clipId: 'clip-1', preset }],
    moments: [0.5],
  }));
}
