import type { TextAnimations, TextStyle } from '../document/text-style.ts';
import { ease } from '../easing/ease.ts';
import type { Direction, EasingName } from '../vocabulary/index.ts';
import { TEXT_ANIMATION_DEFINITIONS } from './animations/index.ts';
import {
  type GlyphClusterKind,
  LOOP_SEC,
  type TextAnimationDefinition,
  type TextPhase,
} from './animations/text-animation.ts';

/** Settings of one text animation, with defaults filled in. Times are in seconds. */
export interface PhaseTiming {
  phase: TextPhase;
  definition: TextAnimationDefinition;
  unit: GlyphClusterKind;
  duration: number;
  stagger: number;
  direction: Direction;
  easing: EasingName;
}

/** Returns the animation of a text in a phase (in, out or loop); `null` when there is none. */
export function phaseTiming(animations: TextAnimations | undefined, phase: TextPhase): PhaseTiming | null {
  const motion = animations?.[phase];
  if (!motion || motion.name === 'none') return null;
  const definition = TEXT_ANIMATION_DEFINITIONS[motion.name];
  const own = phase === 'loop' && !definition.takesTurns ? LOOP_SEC : definition.duration;
  return {
    phase,
    definition,
    unit: motion.unit ?? definition.unit,
    duration: motion.duration ?? own,
    stagger: motion.stagger ?? definition.stagger,
    direction: motion.direction ?? definition.direction,
    easing: motion.easing ?? (phase === 'loop' ? 'linear' : definition.easing),
  };
}

/**
 * Returns the duration of a text animation in seconds: from the start of the first to the end of the last of its
 * `units` (characters, words or lines).
 */
export function totalSec({ duration, stagger }: PhaseTiming, units: number): number {
  return duration + Math.max(0, units - 1) * stagger;
}

/** Multiplies the duration and the stagger of an animation by `factor`. */
export function stretched(timing: PhaseTiming, factor: number): PhaseTiming {
  return factor === 1 ? timing : { ...timing, duration: timing.duration * factor, stagger: timing.stagger * factor };
}

/** Progress of one text unit (a character, word or line) in its animation; see `UnitMoment`. */
export interface UnitProgress {
  progress: number;
  linear: number;
  cycle: number;
}

/**
 * Computes the progress of the text unit (character, word or line) number `index` of `units`, `timeSec` after the
 * clip's start. The clip lasts `clipSec`.
 */
export function unitProgress(
  timing: PhaseTiming,
  index: number,
  units: number,
  timeSec: number,
  clipSec: number,
): UnitProgress {
  const { phase, duration, stagger, easing, definition } = timing;
  const total = totalSec(timing, units);
  if (phase === 'loop') return loopProgress(timing, index, total, timeSec);
  const sinceStart = phase === 'in' ? timeSec : timeSec - (clipSec - total);
  const turn = phase === 'out' && definition.lastFirst ? units - 1 - index : index;
  const done = share(sinceStart - turn * stagger, duration);
  if (phase === 'in') return { linear: done, progress: ease(easing, done), cycle: 0 };
  // The exit is the reversed entrance: an entrance that eases out ends as an exit that eases in.
  return { linear: 1 - done, progress: ease(easing, 1 - done), cycle: 0 };
}

function loopProgress(timing: PhaseTiming, index: number, total: number, timeSec: number): UnitProgress {
  const { duration, stagger, easing, definition } = timing;
  if (definition.takesTurns) {
    const linear = share((timeSec % Math.max(total, 1e-3)) - index * stagger, duration);
    return { linear, progress: ease(easing, linear), cycle: linear };
  }
  const cycles = Math.max(0, timeSec - index * stagger) / Math.max(duration, 1e-3);
  const cycle = cycles - Math.floor(cycles);
  const linear = (1 + Math.cos(2 * Math.PI * cycle)) / 2;
  return { linear, progress: ease(easing, linear), cycle };
}

function share(seconds: number, of: number): number {
  if (of <= 0) return seconds >= 0 ? 1 : 0;
  return Math.min(1, Math.max(0, seconds / of));
}

/**
 * Word of a caption with its position in the content, as an index of UTF-16 units. Times are in seconds from the clip's
 * start.
 */
export interface PlacedWord {
  source: number;
  /** Length in UTF-16 units. */
  length: number;
  start: number;
  end: number;
}

/**
 * Finds the timed words of a caption (`words`) in the caption's text (`content`), in order. A word that was deleted
 * from the text is omitted. Text that was added belongs to the word before it.
 */
export function captionWords({ content, words = [] }: TextStyle): PlacedWord[] {
  const placed: PlacedWord[] = [];
  const searched = folded(content);
  let from = 0;
  for (const { text, start, end } of words) {
    const wanted = folded(text.trim());
    const source = wanted === '' ? -1 : searched.indexOf(wanted, from);
    if (source < 0) continue;
    placed.push({ source, length: wanted.length, start, end: Math.max(start, end) });
    from = source + wanted.length;
  }
  return placed;
}

/**
 * Converts capitals to lower case without changing the text's length. The Turkish İ is not converted, because its lower
 * case has two UTF-16 units and would shift all later positions.
 */
function folded(text: string): string {
  return text.replace(/\p{Lu}/gu, (capital) => {
    const small = capital.toLowerCase();
    return small.length === capital.length ? small : capital;
  });
}
