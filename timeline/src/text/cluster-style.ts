import { isAtRest, type UnitState } from './animations/unit-state.ts';
import type { GlyphCluster } from './glyph-clusters.ts';

/**
 * One animation that applies to a text unit (character, word or line): the unit that is animated, which is the unit itself
 * or a larger one that contains it, and the animation's state at this time.
 */
export interface UnitMove {
  /** Unit that moves. Scale, rotation and skew are about the middle of its place, and `inPlace` clips to that place. */
  of: GlyphCluster;
  state: UnitState;
}

/** Style of a unit at a time. */
export interface ClusterStyle {
  unit: GlyphCluster;
  /** Animations of the unit, in the order in which they are applied. */
  moves: readonly UnitMove[];
  /** Combined values of the animations. */
  opacity: number;
  blur: number;
  fill: number;
  active: number;
  box: number;
  color: string | null;
  /** Text that replaces the unit's own; `null` for none. */
  text: string | null;
}

/** Combines the animations of a unit; `null` when all of them are at rest. */
export function clusterStyle(unit: GlyphCluster, all: readonly UnitMove[]): ClusterStyle | null {
  const moves = all.filter((move) => !isAtRest(move.state));
  if (moves.length === 0) return null;
  const states = moves.map((move) => move.state);
  const most = (pick: (state: UnitState) => number | undefined) => Math.max(...states.map((state) => pick(state) ?? 0));
  return {
    unit,
    moves,
    opacity: states.reduce((product, { opacity = 1 }) => product * Math.min(1, Math.max(0, opacity)), 1),
    blur: most((state) => state.blur),
    fill: Math.min(
      1,
      most((state) => state.fill),
    ),
    active: Math.min(
      1,
      most((state) => state.active),
    ),
    box: Math.min(
      1,
      most((state) => state.box),
    ),
    color: states.find((state) => state.color !== undefined)?.color ?? null,
    text: states.find((state) => state.text !== undefined)?.text ?? null,
  };
}

/** Returns the style of a unit without animation. */
export function staticStyle(unit: GlyphCluster): ClusterStyle {
  const still = { opacity: 1, blur: 0, fill: 0, active: 0, box: 0, color: null, text: null };
  return { unit, moves: [], ...still };
}
