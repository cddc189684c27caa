import type { GlyphCluster, TextStyle } from '@framemill/timeline';
import type { Sprite, SpriteBox } from '../sprite.ts';
import type { TextPart } from './text-paint.ts';

/** The active colour of highlighted and sung words when a style names none. */
export const defaultActiveColor = '#ffd400';
/** The box behind an active word when a style names none. */
export const defaultActiveBackground = '#6d28d9';

/** What a unit is drawn as, beside its own letters. */
export interface UnitVariant {
  part: TextPart;
  /** A CSS colour for its letters; null: their own. */
  color: string | null;
  /** Standard deviation, multiples of the font size. */
  blur: number;
  /** Stands instead of its own text. */
  text: string | null;
}

/** The units of one text as drawings, each with the unit's place as its box. */
export interface UnitSprites<S extends SpriteBox = Sprite> {
  letters(unit: GlyphCluster, variant: UnitVariant): S;
  /** The box behind an active unit. */
  box(unit: GlyphCluster): S;
  /** The text at rest, the letters of `units` in another colour. Its box is the whole block. */
  recoloured(units: readonly GlyphCluster[], color: string): S;
  /** The background without letters, behind all lines or only one. Its box is the whole block. */
  background(lineIndex: number | null): S;
}

/** True when letters have an outline that lies below them. */
export function hasOutline({ strokeWidth = 0, strokePosition = 'outside' }: TextStyle): boolean {
  return strokeWidth > 0 && strokePosition === 'outside';
}
