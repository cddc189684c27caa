import { captionOverlap } from './caption-overlap.ts';
import { doubledText } from './doubled-text.ts';
import { emptyProject } from './empty-project.ts';
import { gap } from './gap.ts';
import { htmlPreview } from './html-preview.ts';
import { lonelyTransition } from './lonely-transition.ts';
import { missingGlyphs } from './missing-glyphs.ts';
import { missingMedia } from './missing-media.ts';
import { mutedEverything } from './muted-everything.ts';
import { nothingToSee } from './nothing-to-see.ts';
import { outsideTimeline } from './outside-timeline.ts';
import type { LintRule } from './rule.ts';
import { shortClip } from './short-clip.ts';
import { silence } from './silence.ts';
import { textContrast } from './text-contrast.ts';
import { textOverflow } from './text-overflow.ts';
import { textPlace } from './text-place.ts';
import { wideWord } from './wide-word.ts';

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
  lonelyTransition,
  gap,
  mutedEverything,
  silence,
  htmlPreview,
];
