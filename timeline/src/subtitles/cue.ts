import type { TextStyle } from '../document/text-style.ts';

/** A part of a cue's text that looks different. Places are UTF-16 units of the text. */
export type CueSpan = NonNullable<TextStyle['spans']>[number];

/** One subtitle: when, and what it says with the tags taken out. Times in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
  spans: CueSpan[];
}

/** What to say of cues that had a place of their own. */
export function positionFixes(count: number): string[] {
  return count > 0 ? [`Positions of ${count} cues were left out; all stand at the bottom.`] : [];
}

/** What a subtitle file says, and what of it was left out. */
export interface ParsedSubtitles {
  cues: Cue[];
  fixes: string[];
}
