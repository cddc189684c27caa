import type { Exhibit } from '../exhibit.ts';
import { blendExhibits } from './blend-modes.ts';
import { captionExhibits } from './caption-styles.ts';
import { effectExhibits } from './effects.ts';
import { filterExhibits } from './filters.ts';
import { fitExhibits } from './fits.ts';
import { maskExhibits } from './masks.ts';
import { textAnimationExhibits } from './text-animations.ts';
import { transitionExhibits } from './transitions.ts';

/** Family of exhibits, shown as a section of the gallery. */
export interface Family {
  readonly title: string;
  exhibits(): Exhibit[];
}

/**
 * All families, in order. Each family has one file and one line here; its members come from the registry that names
 * them.
 */
export const families: readonly Family[] = [
  { title: 'Effects', exhibits: effectExhibits },
  { title: 'Filters', exhibits: filterExhibits },
  { title: 'Transitions', exhibits: transitionExhibits },
  { title: 'Blend modes', exhibits: blendExhibits },
  { title: 'Masks', exhibits: maskExhibits },
  { title: 'Text animations', exhibits: textAnimationExhibits },
  { title: 'Caption styles', exhibits: captionExhibits },
  { title: 'Fits', exhibits: fitExhibits },
];
