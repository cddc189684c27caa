import type { TextStyle } from '../document/text-style.ts';
import type { MediaLookup } from '../media/media-facts.ts';

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
  /** Size of a text block in pixels (a text engine's layout); estimated from the font size when absent. */
  measureText?: (style: TextStyle) => { width: number; height: number };
}
