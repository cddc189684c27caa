import type { TextStyle } from '../document/text-style.ts';

/** A differently styled part of a cue's text. Positions are UTF-16 units of the text. */
export type CueSpan = NonNullable<TextStyle['spans']>[number];

/** A subtitle cue: its time and its text without tags. Times in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
  spans: CueSpan[];
}

/** Returns a fix for cues whose own positions were dropped. Empty for a `count` of 0. */
export function positionFixes(count: number): string[] {
  return count > 0 ? [`Positions of ${count} cues were left out; all stand at the bottom.`] : [];
}

/** Cues of a subtitle file, and a description of everything that was left out. */
export interface ParsedSubtitles {
  cues: Cue[];
  fixes: string[];
}
