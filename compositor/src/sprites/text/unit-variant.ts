import type { GlyphCluster, TextStyle } from '@framemill/timeline';
import type { Sprite, SpriteBox } from '../sprite.ts';
import type { TextPart } from './text-paint.ts';

/** Default colour of highlighted and sung words. */
export const defaultActiveColor = '#ffd400';
/** Default colour of the box behind an active word. */
export const defaultActiveBackground = '#6d28d9';

/** Changes with which a unit is drawn. */
export interface UnitVariant {
  part: TextPart;
  /** CSS colour for its letters; null keeps their own. */
  color: string | null;
  /** Standard deviation of the blur, in font sizes. */
  blur: number;
  /** Replacement of its own text; null keeps it. */
  text: string | null;
}

/** Drawings of one text's units, each with the unit's place as its box. */
export interface UnitSprites<S extends SpriteBox = Sprite> {
  letters(unit: GlyphCluster, variant: UnitVariant): S;
  /** Returns the box behind an active unit. */
  box(unit: GlyphCluster): S;
  /** Returns the static text with the letters of `units` in another colour. Its box is the whole block. */
  recoloured(units: readonly GlyphCluster[], color: string): S;
  /** Returns the background without letters, behind all lines (null) or one line. Its box is the whole block. */
  background(lineIndex: number | null): S;
}

/** Whether letters have an outline that is drawn below them. */
export function hasOutline({ strokeWidth = 0, strokePosition = 'outside' }: TextStyle): boolean {
  return strokeWidth > 0 && strokePosition === 'outside';
}
