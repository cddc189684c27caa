import { isAtRest, type UnitState } from './animations/unit-state.ts';
import type { GlyphCluster } from './glyph-clusters.ts';

/** A unit's part in one animation: the unit that moves (it, or what it belongs to) and how. */
export interface UnitMove {
  /** Scale, rotation and skew are about the middle of its place; `inPlace` keeps to that place. */
  of: GlyphCluster;
  state: UnitState;
}

/** How a unit looks at a moment. */
export interface ClusterStyle {
  unit: GlyphCluster;
  /** What moves it, in the order in which it is applied. */
  moves: readonly UnitMove[];
  /** The moves' states together. */
  opacity: number;
  blur: number;
  fill: number;
  active: number;
  box: number;
  color: string | null;
  /** Stands instead of the unit's text. */
  text: string | null;
}

/** Puts the moves of a unit together; null when all of them are at rest. */
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

/** A unit that looks as it does without animation. */
export function staticStyle(unit: GlyphCluster): ClusterStyle {
  const still = { opacity: 1, blur: 0, fill: 0, active: 0, box: 0, color: null, text: null };
  return { unit, moves: [], ...still };
}
