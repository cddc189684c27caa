import type { ClusterStyle, GlyphCluster, TextStyle, UnitMove } from '@framemill/timeline';
import { type Box, boundsOf, intersect } from '../../graph/box.ts';
import {
  apply,
  compose,
  identity,
  invert,
  type Matrix,
  rotation,
  scaling,
  skew,
  translation,
} from '../../graph/matrix.ts';
import type { Sprite, SpriteBox } from '../sprite.ts';
import type { TextPart } from './text-paint.ts';

/** Default colour of highlighted words, and of words that have been sung. */
export const defaultActiveColor = '#ffd400';
/** Default colour of the box behind an active word. */
export const defaultActiveBackground = '#6d28d9';

/** Changes to the drawing of a unit (character, word or line) of a text. */
export interface UnitVariant {
  part: TextPart;
  /** CSS colour for the unit's letters; null leaves the colours unchanged. */
  color: string | null;
  /** Standard deviation of the blur, as a multiple of the font size. */
  blur: number;
  /** Text that replaces the unit's own text; null leaves it unchanged. */
  text: string | null;
}

/**
 * Drawings of the units (characters, words or lines) of one text. The box of each drawing is the unit's box in the
 * text.
 */
export interface UnitSprites<S extends SpriteBox = Sprite> {
  letters(unit: GlyphCluster, variant: UnitVariant): S;
  /** Returns the box behind a highlighted unit. */
  box(unit: GlyphCluster): S;
  /**
   * Returns the text without animation, with the letters of `units` in another colour. Its box is the whole text block.
   */
  recoloured(units: readonly GlyphCluster[], color: string): S;
  /**
   * Returns the background without letters: behind one line, or behind all lines (null). Its box is the whole text
   * block.
   */
  background(lineIndex: number | null): S;
}

/** Whether letters have an outline that is drawn below them. */
export function hasOutline({ strokeWidth = 0, strokePosition = 'outside' }: TextStyle): boolean {
  return strokeWidth > 0 && strokePosition === 'outside';
}

/**
 * Computes the affine map by which animations move a unit, in pixels of the text block. `em` is the font size in
 * pixels.
 */
export function unitMatrix({ moves }: ClusterStyle, em: number): Matrix {
  return moves.reduce((all, move) => compose(moveMatrix(move, em), all), identity);
}

/** Distances by which a unit's drawing may extend beyond the unit's box in the text, in pixels of the text block. */
export interface PlaceRoom {
  /** Distance at right angles to the unit's direction of motion, and on the side towards which the unit leaves. */
  overhang: number;
  /** Distance on the side from which the unit comes; there the letters outside of the box must be invisible. */
  edge: number;
}

/**
 * Computes the visible part of a unit, as a box in the text block before the unit is moved. It is the intersection of
 * `crop` and the boxes to which the animations of the unit are clipped. Exact when nothing rotates. Null when the unit
 * is not clipped.
 */
export function unitWindow(look: ClusterStyle, em: number, crop: Box | null, room: PlaceRoom): Box | null {
  const back = invert(unitMatrix(look, em));
  if (!back) return null;
  const places = look.moves.filter((move) => move.state.inPlace).map((move) => placeOf(move, room));
  const kept = crop ? [...places, crop] : places;
  if (kept.length === 0) return null;
  return kept.map((box) => boundsOf(back, box)).reduce(intersect);
}

function placeOf({ of, state: { x = 0 } }: UnitMove, { overhang, edge }: PlaceRoom): Box {
  const above = x === 0 ? 0 : overhang;
  return {
    left: of.x - (x < 0 ? edge : overhang),
    top: of.y - above,
    right: of.x + of.width + (x > 0 ? edge : overhang),
    bottom: of.y + of.height + above,
  };
}

/**
 * Returns the kind of a unit's motion: none (`rests`), of the position only (`slides`), or of size or angle (`turns`).
 */
export function unitMotion(matrix: Matrix): 'rests' | 'slides' | 'turns' {
  const { a, b, c, d, tx, ty } = matrix;
  if (a !== 1 || d !== 1 || b !== 0 || c !== 0) return 'turns';
  return tx === 0 && ty === 0 ? 'rests' : 'slides';
}

function moveMatrix({ of, state }: UnitMove, em: number): Matrix {
  const { x = 0, y = 0, scaleX = 1, scaleY = 1, rotation: turn = 0, skewX = 0 } = state;
  const middle = { x: of.x + of.width / 2, y: of.y + of.height / 2 };
  const shift = translation(x * em, y * em);
  if (scaleX === 1 && scaleY === 1 && turn === 0 && skewX === 0) return shift;
  const steps = [translation(-middle.x, -middle.y), scaling(scaleX, scaleY), skew(skewX, 0), rotation(turn)];
  const turned = steps.reduce((all, step) => compose(step, all));
  const back = apply(shift, middle.x, middle.y);
  return compose(translation(back.x, back.y), turned);
}
