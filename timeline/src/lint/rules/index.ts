import { emptyProject } from './empty-project.ts';
import { gap } from './gap.ts';
import { lonelyTransition } from './lonely-transition.ts';
import { missingMedia } from './missing-media.ts';
import { mutedEverything } from './muted-everything.ts';
import type { LintRule } from './rule.ts';
import { shortClip } from './short-clip.ts';
import { textPlace } from './text-place.ts';

/** Every rule, most important first: of equally severe finds the earlier rule's come first. */
export const LINT_RULES: readonly LintRule[] = [
  emptyProject,
  missingMedia,
  textPlace,
  shortClip,
  lonelyTransition,
  gap,
  mutedEverything,
];
