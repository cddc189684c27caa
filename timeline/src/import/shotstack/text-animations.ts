import type { TextAnimations } from '../../document/text-style.ts';
import type { TextAnimation } from '../../vocabulary/index.ts';
import type { SourceNode } from '../source-tree.ts';
import { nameOf, numberOf } from './edit-context.ts';

/** Text animations of the file, each with the one that is closest to it here. */
const PRESETS: Record<string, TextAnimation> = {
  fadeIn: 'fade',
  slideIn: 'slide',
  typewriter: 'typewriter',
  ascend: 'rise',
  shift: 'shift',
  movingLetters: 'bounce',
};

const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;

/** Share of the whole animation that each unit takes. */
const UNIT_SHARE = 0.4;

/**
 * Reads the animation of a text. In the file, `duration` is the length of the whole animation; here it is divided into
 * the time of each unit and the delay from one unit to the next.
 */
export function textAnimationOf(node: SourceNode, content: string, lengthSec: number): TextAnimations {
  const preset = nameOf(node.get('preset'), Object.keys(PRESETS));
  const style = nameOf(node.get('style'), ['character', 'word']);
  const direction = nameOf(node.get('direction'), DIRECTIONS);
  const duration = node.get('duration');
  const wholeSec = duration ? numberOf(duration, 1, [0.1, 60]) : null;
  if (preset === null) return {};
  const unit = style ?? (preset === 'typewriter' || preset === 'movingLetters' ? 'character' : 'all');
  const units = unit === 'all' ? 1 : unit === 'word' ? content.split(/\s+/).length : content.length;
  const timing = wholeSec === null ? {} : timingOf(Math.min(wholeSec, lengthSec), units);
  return { in: { name: PRESETS[preset] ?? 'fade', unit, ...timing, ...(direction ? { direction } : {}) } };
}

function timingOf(wholeSec: number, units: number): { duration: number; stagger: number } {
  if (units < 2) return { duration: wholeSec, stagger: 0 };
  const duration = wholeSec * UNIT_SHARE;
  return { duration, stagger: Math.min(10, (wholeSec - duration) / (units - 1)) };
}
