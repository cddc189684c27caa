import type { TextStyle } from '../../document/text-style.ts';
import type { CaptionStyle } from '../../vocabulary/index.ts';
import type { UnitState } from '../animations/unit-state.ts';

/** A spoken word and the moment. Seconds since the clip's start. */
export interface WordMoment {
  timeSec: number;
  start: number;
  end: number;
}

/** What a caption says about its spoken word; absent is the member's own choice. */
export type ActiveLook = Pick<TextStyle, 'activeColor' | 'activeBackground' | 'activeScale' | 'inactiveOpacity'>;

/** A member of the family: how a word looks before, while and after it is spoken. */
export interface CaptionStyleDefinition {
  name: CaptionStyle;
  /** `character`: a word's time is shared out to its characters. */
  unit: 'word' | 'character';
  state(moment: WordMoment, look: ActiveLook): UnitState;
}

const rampSec = 0.08;

/** 0-1, how much a word is the spoken one; it takes moments to become so and to cease. */
export function spoken({ timeSec, start, end }: WordMoment): number {
  const ramp = Math.max(1e-3, Math.min(rampSec, (end - start) / 3));
  return Math.min(1, Math.max(0, Math.min((timeSec - start) / ramp, (end - timeSec) / ramp)));
}

/** 0-1, how much of `seconds` since the word's start is over. */
export function since({ timeSec, start }: WordMoment, seconds: number): number {
  return Math.min(1, Math.max(0, (timeSec - start) / seconds));
}

/** What every style does for the spoken word when the document asks for it: its colour, the box behind it, its scale. */
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

/** Opacity of a word that is fainter while it is not spoken. */
export function faintUnlessSpoken(moment: WordMoment, { inactiveOpacity = 1 }: ActiveLook): number {
  return inactiveOpacity + (1 - inactiveOpacity) * spoken(moment);
}
