import type { Clip } from '../document/clip.ts';
import type { TextStyle } from '../document/text-style.ts';
import type { GlyphClusterKind, UnitState } from './animations/text-animation.ts';
import { CAPTION_STYLE_DEFINITIONS } from './caption-styles.ts';
import {
  type ClusterStyle,
  clusterStyle,
  type GlyphCluster,
  glyphClusters,
  staticStyle,
  type UnitMove,
} from './glyph-clusters.ts';
import { isCursive } from './scripts.ts';
import type { TextLayout } from './text-layout.ts';
import { captionWords, type PhaseTiming, phaseTiming, stretched, totalSec, unitProgress } from './text-phase.ts';

/** Point in time within a text clip, and the clip's length, in seconds. */
export interface TextMoment {
  /** Time after the clip's start. */
  timeSec: number;
  /** Length of the clip. */
  clipSec: number;
  /**
   * Time since the loop animation began, in seconds. In the second part of a split clip it continues from the first
   * part.
   */
  loopSec: number;
}

/** Returns the point in time that is `localSec` seconds after the start of a text clip. */
export function textMoment(
  { duration, mediaStart }: Pick<Clip, 'duration' | 'mediaStart'>,
  localSec: number,
): TextMoment {
  return { timeSec: localSec, clipSec: duration, loopSec: mediaStart + localSec };
}

/** Animation of a text: computes the style of each animated unit (character, word or line) at a time. */
export interface TextAnimator {
  /** Returns the styled units of the text at a time, in reading order. `null` when the whole text is at rest. */
  at(moment: TextMoment): ClusterStyle[] | null;
}

// Maximum number of units, because each is drawn separately. A longer text is animated by words, then by lines.
const mostUnits = 400;
const kinds: readonly GlyphClusterKind[] = ['character', 'word', 'line', 'all'];

/** State of one animation at a time, for units of one kind (characters, words or lines). */
interface Motion {
  kind: GlyphClusterKind;
  replacesText: boolean;
  spreads: boolean;
  state(unit: GlyphCluster): UnitState;
}

/** Creates the animator of a text with animations or a caption style; `null` when the text never moves. */
export function animateText(style: TextStyle, layout: TextLayout): TextAnimator | null {
  const isCaption = style.captionStyle !== undefined && style.captionStyle !== 'none';
  const words = isCaption ? captionWords(style) : [];
  const phases = (['in', 'loop', 'out'] as const).flatMap((phase) => phaseTiming(style.animation, phase) ?? []);
  if (phases.length === 0 && words.length === 0) return null;
  const starts = words.length > 0 ? words.map((word) => word.source) : undefined;
  const split = new Map<GlyphClusterKind, GlyphCluster[]>();
  const unitsOf = (kind: GlyphClusterKind): GlyphCluster[] => {
    const units = split.get(kind) ?? glyphClusters(layout, kind, starts);
    split.set(kind, units);
    return units;
  };
  const kindOf = (wanted: GlyphClusterKind) =>
    kinds.slice(kinds.indexOf(wanted)).find((kind) => unitsOf(kind).length <= mostUnits) ?? 'all';
  const timings = phases.map((timing) => ({ ...timing, unit: kindOf(timing.unit) }));
  const seed = seedOf(style.content);

  function motionsAt(moment: TextMoment): Motion[] {
    const { timeSec, clipSec } = moment;
    const factor = fitting(timings, (kind) => unitsOf(kind).length, clipSec);
    const motions = timings.flatMap((timing) => {
      const motion = timing.phase === 'loop' ? timing : stretched(timing, factor);
      return phaseMotion(motion, unitsOf(motion.unit).length, moment, seed) ?? [];
    });
    const caption = captionMotion(style, words, kindOf, timeSec);
    const all = caption ? [...motions, caption] : motions;
    // Motions of small units apply inside those of the larger units that contain them.
    return all.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  }

  return {
    at(moment) {
      const motions = motionsAt(moment);
      const finest = finestKind(motions, kindOf);
      if (!finest) return null;
      const parents = new Map(motions.map((motion) => [motion, unitsOf(motion.kind)]));
      let moves = false;
      const units = unitsOf(finest);
      const looks = units.map((unit) => {
        const all = motions.flatMap((motion): UnitMove[] => {
          const of = motion.kind === finest ? unit : parentOf(unit, parents.get(motion) ?? []);
          const { letterSpacing = 0, ...state } = coloured(motion.state(of), style);
          const moved: UnitMove = { of, state };
          if (letterSpacing === 0 || isCursive(unit.text)) return [moved];
          return [{ of: unit, state: { x: letterSpacing * placeIn(of, unit, units, style) } }, moved];
        });
        const look = clusterStyle(unit, all);
        moves ||= look !== null;
        return look ?? staticStyle(unit);
      });
      return moves ? looks : null;
    },
  };
}

// Returns the smallest animated units. Units whose text an animation replaces must not be split further.
function finestKind(
  motions: readonly Motion[],
  kindOf: (wanted: GlyphClusterKind) => GlyphClusterKind,
): GlyphClusterKind | null {
  const whole = kinds.findLast((kind) => motions.some((motion) => motion.replacesText && motion.kind === kind));
  if (whole) return whole;
  if (motions.some((motion) => motion.spreads)) return kindOf('character');
  return kinds.find((kind) => motions.some((motion) => motion.kind === kind)) ?? null;
}

// Returns the number of letter spacings by which a character moves. Lines spread from the edge or middle to which they
// are aligned.
function placeIn(of: GlyphCluster, unit: GlyphCluster, units: readonly GlyphCluster[], { align }: TextStyle): number {
  const siblings = units.filter(({ lineIndex, start }) => {
    const isInside = of.lineIndex === -1 || (start >= of.start && start < of.end);
    return lineIndex === unit.lineIndex && isInside;
  });
  const fromLeft = siblings.filter(({ x }) => x < unit.x).length;
  const kept = align === 'left' ? 0 : align === 'right' ? siblings.length - 1 : (siblings.length - 1) / 2;
  return fromLeft - kept;
}

function phaseMotion(timing: PhaseTiming, units: number, moment: TextMoment, seed: number): Motion | null {
  const { phase, definition, direction } = timing;
  const { clipSec } = moment;
  const timeSec = phase === 'loop' ? moment.loopSec : moment.timeSec;
  const total = totalSec(timing, units);
  if (phase === 'in' && timeSec >= total && !definition.holds) return null;
  if (phase === 'out' && timeSec < clipSec - total) return null;
  return {
    kind: timing.unit,
    replacesText: definition.replacesText ?? false,
    spreads: definition.spreads ?? false,
    state: ({ index, text }) => {
      const place = unitProgress(timing, index, units, timeSec, clipSec);
      const random = (tick: number) => noise(seed, index, tick);
      return definition.state({ phase, ...place, timeSec, index, direction, text, random });
    },
  };
}

function captionMotion(
  style: TextStyle,
  words: ReturnType<typeof captionWords>,
  kindOf: (wanted: GlyphClusterKind) => GlyphClusterKind,
  timeSec: number,
): Motion | null {
  if (words.length === 0 || !style.captionStyle) return null;
  const definition = CAPTION_STYLE_DEFINITIONS[style.captionStyle];
  return {
    kind: kindOf(definition.unit),
    replacesText: false,
    spreads: false,
    state: ({ source }) => {
      const at = Math.max(
        0,
        words.findLastIndex((word) => word.source <= source),
      );
      const word = words[at];
      if (!word) return {};
      if (definition.unit === 'word') return definition.state({ timeSec, start: word.start, end: word.end }, style);
      // A character has a share of its word's time.
      const share = Math.min(1, Math.max(0, (source - word.source) / word.length));
      const start = word.start + (word.end - word.start) * share;
      return definition.state({ timeSec, start, end: word.end }, style);
    },
  };
}

/**
 * Returns the factor by which the animations in and out are shortened so that together they fit into the clip; 1 if
 * they already fit.
 */
function fitting(timings: readonly PhaseTiming[], units: (kind: GlyphClusterKind) => number, clipSec: number): number {
  const needed = timings
    .filter((timing) => timing.phase !== 'loop')
    .reduce((sum, timing) => sum + totalSec(timing, units(timing.unit)), 0);
  return needed > clipSec && needed > 0 ? clipSec / needed : 1;
}

function parentOf(unit: GlyphCluster, units: readonly GlyphCluster[]): GlyphCluster {
  const parent = units.find(
    (of) => of.lineIndex === -1 || (of.lineIndex === unit.lineIndex && of.start <= unit.start && unit.start < of.end),
  );
  return parent ?? unit;
}

// The box already marks the active word, so that its letters change colour only if a colour is set.
function coloured(state: UnitState, style: TextStyle): UnitState {
  return (state.box ?? 0) > 0 && style.activeColor === undefined ? { ...state, active: 0 } : state;
}

// The seed is the text instead of the clip's id, so that a text looks the same in another project.
function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) seed = Math.imul(seed ^ text.charCodeAt(index), 0x01000193);
  return seed >>> 0;
}

/** Computes a pseudo-random number, 0-1, from three whole numbers, with the mixing steps of MurmurHash3. */
function noise(seed: number, index: number, tick: number): number {
  let mixed = (seed ^ Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(tick + 1, 0x85ebca6b)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}
