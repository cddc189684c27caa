import type { TextStyle } from '../../document/text-style.ts';
import type { CaptionStyle } from '../../vocabulary/index.ts';
import type { UnitState } from '../animations/unit-state.ts';

/** Time of a spoken word, and the current time. Seconds since the clip's start. */
export interface WordMoment {
  timeSec: number;
  start: number;
  end: number;
}

/** Settings of a caption for its spoken word. Absent: the default of the caption style. */
export type ActiveLook = Pick<TextStyle, 'activeColor' | 'activeBackground' | 'activeScale' | 'inactiveOpacity'>;

/** A caption style: the state of a word before, while and after it is spoken. */
export interface CaptionStyleDefinition {
  name: CaptionStyle;
  /** Animated units. `character`: the time of a word is divided among its characters. */
  unit: 'word' | 'character';
  state(moment: WordMoment, look: ActiveLook): UnitState;
}

const rampSec = 0.08;

/** Returns how active a word is, 0-1, with short ramps at the start and end of its time. */
export function spoken({ timeSec, start, end }: WordMoment): number {
  const ramp = Math.max(1e-3, Math.min(rampSec, (end - start) / 3));
  return Math.min(1, Math.max(0, Math.min((timeSec - start) / ramp, (end - timeSec) / ramp)));
}

/** Returns the progress, 0-1, of a period of `seconds` from the word's start. */
export function since({ timeSec, start }: WordMoment, seconds: number): number {
  return Math.min(1, Math.max(0, (timeSec - start) / seconds));
}

/**
 * Returns the emphasis of the spoken word that every style applies if the document sets it: its colour, the box behind
 * it, its scale.
 */
export function emphasis(moment: WordMoment, look: ActiveLook): UnitState {
  const strength = spoken(moment);
  const scale = look.activeScale === undefined ? 1 : 1 + (look.activeScale - 1) * strength;
  return {
    active: look.activeColor === undefined ? 0 : strength,
    box: look.activeBackground === undefined ? 0 : strength,
    scaleX: scale,
    scaleY: scale,
  };
}

/** Returns the opacity of a word that is fainter while it is not spoken. */
export function faintUnlessSpoken(moment: WordMoment, { inactiveOpacity = 1 }: ActiveLook): number {
  return inactiveOpacity + (1 - inactiveOpacity) * spoken(moment);
}
