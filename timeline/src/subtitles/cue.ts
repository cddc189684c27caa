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

/** What a subtitle file says, and what of it was left out. */
export interface ParsedSubtitles {
  cues: Cue[];
  fixes: string[];
}
