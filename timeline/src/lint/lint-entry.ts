import type { Document } from '../document/document.ts';
import type { TextStyle } from '../document/text-style.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import type { TextSize } from '../text/text-layout.ts';

/** A probable mistake in a project. `time` is the timeline position to check, in seconds. */
export interface LintEntry {
  severity: 'warn' | 'note';
  time: number;
  /** Affected clip, or the first of several. Absent: the project as a whole. */
  clipId?: string;
  message: string;
}

/** Data for lint besides the document. */
export interface LintContext {
  media: MediaLookup;
  /** Whether the caller reports missing sources itself. */
  knowsMissing?: boolean;
  /**
   * Measures a text block, with a text engine's layout. Absent: sizes are estimated from the font size, and no
   * character counts as missing.
   */
  measureText?: (style: TextStyle) => TextSize;
}

/** A lint rule, which yields entries. The caller stops it after a few entries, since a report has at most ten. */
export type LintRule = (document: Document, context: LintContext) => Iterable<LintEntry>;
