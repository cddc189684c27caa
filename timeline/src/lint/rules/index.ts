import type { LintRule } from '../lint-entry.ts';
import { htmlPreview } from './html-preview.ts';
import { missingMedia, mutedEverything, silence, slowFootage } from './media.ts';
import { captionOverlap, doubledText, missingGlyphs, textOverflow, textPlace, wideWord } from './text.ts';
import { textContrast } from './text-contrast.ts';
import { emptyProject, gap, nothingToSee, outsideTimeline, shortClip, weakTransition } from './timeline.ts';

/** All lint rules, most important first: among entries of equal severity, those of earlier rules come first. */
export const LINT_RULES: readonly LintRule[] = [
  emptyProject,
  missingMedia,
  outsideTimeline,
  nothingToSee,
  missingGlyphs,
  textOverflow,
  wideWord,
  textPlace,
  captionOverlap,
  doubledText,
  textContrast,
  shortClip,
  weakTransition,
  gap,
  slowFootage,
  mutedEverything,
  silence,
  htmlPreview,
];
