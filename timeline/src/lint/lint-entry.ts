import type { TextStyle } from '../document/text-style.ts';
import type { MediaLookup } from '../media/media-facts.ts';

/** Something that is probably not meant. `time` is where to look, in seconds. */
export interface LintEntry {
  severity: 'warn' | 'note';
  time: number;
  message: string;
}

/** What lint may know besides the document. */
export interface LintContext {
  media: MediaLookup;
  /** Size of a text block in pixels (a text engine's layout); estimated from the font size when absent. */
  measureText?: (style: TextStyle) => { width: number; height: number };
}
