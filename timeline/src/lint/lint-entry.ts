import type { TextStyle } from '../document/text-style.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import type { TextSize } from '../text/text-layout.ts';

/** Something that is probably not meant. `time` is where to look, in seconds. */
export interface LintEntry {
  severity: 'warn' | 'note';
  time: number;
  /** The clip that it is about, or the first of several; absent: the project as a whole. */
  clipId?: string;
  message: string;
}

/** What lint may know besides the document. */
export interface LintContext {
  media: MediaLookup;
  /** Whether the caller tells of missing sources itself. */
  knowsMissing?: boolean;
  /** Measures a text block (a text engine's layout). Absent: its size is estimated from the font size, and no character counts as missing. */
  measureText?: (style: TextStyle) => TextSize;
}
