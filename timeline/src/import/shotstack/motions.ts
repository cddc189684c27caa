import { type Curve, combined, type Segment } from '../curve.ts';
import type { SourceNode } from '../source-tree.ts';

/** Changes of a clip that come from its transitions and its effect. Offsets in parts of the canvas, y downwards. */
export interface Motion {
  x: Curve;
  y: Curve;
  scale: Curve;
  opacity: Curve;
  /** Cuts from the left and right edge, 0-1 of the width. */
  cropL: Curve;
  cropR: Curve;
}

const NO_MOTION: Motion = { x: 0, y: 0, scale: 1, opacity: 1, cropL: 0, cropR: 0 };

const plus = (a: number, b: number) => a + b;
const times = (a: number, b: number) => a * b;

/** Distance of the slide transitions, in parts of the canvas. */
const SLIDE = 0.025;

/** Scale from which the zoom transition comes. */
const ZOOM = 10;

const DIRECTIONS: Record<string, readonly [x: number, y: number]> = {
  Left: [-1, 0],
  Right: [1, 0],
  Up: [0, -1],
  Down: [0, 1],
};

/** Direction in which a clip of the shuffle transitions moves, by the edge where it begins. */
const FROM_EDGE: Record<string, string> = { Top: 'Down', Bottom: 'Up', Left: 'Right', Right: 'Left' };

/**
 * Returns the motion of a clip by its fields `transition` and `effect`. The two transitions do not overlap: that at the
 * end begins when that at the start is over.
 */
export function motionOf(clip: SourceNode, lengthSec: number): Motion {
  const transition = clip.get('transition');
  const inward = partsOf(transition?.get('in') ?? null);
  const outward = partsOf(transition?.get('out') ?? null);
  const inSec = Math.min(lengthSec, inward?.seconds ?? 0);
  const outSec = Math.min(lengthSec - inSec, outward?.seconds ?? 0);
  return [
    inward ? transitionMotion(inward, 'in', 0, inSec) : NO_MOTION,
    outward ? transitionMotion(outward, 'out', lengthSec - outSec, lengthSec) : NO_MOTION,
    effectMotion(clip.get('effect'), lengthSec),
  ].reduce(together);
}

function together(a: Motion, b: Motion): Motion {
  return {
    x: combined(a.x, b.x, plus),
    y: combined(a.y, b.y, plus),
    scale: combined(a.scale, b.scale, times),
    opacity: combined(a.opacity, b.opacity, times),
    cropL: combined(a.cropL, b.cropL, Math.max),
    cropR: combined(a.cropR, b.cropR, Math.max),
  };
}

interface Preset {
  node: SourceNode;
  family: string;
  direction: string;
  seconds: number;
}

/** Splits the name of a transition, such as `slideLeftFast`. `null` for none; reports an unknown name. */
function partsOf(node: SourceNode | null): Preset | null {
  const name = node?.text();
  if (!node || name === undefined || name === null || name === 'none' || name === '') return null;
  const match =
    /^(fade|reveal|zoom|wipe|slide|carousel|shuffle)(Left|Right|Up|Down|Top|Bottom)?(?:Left|Right|Top|Bottom)?(Slow|Fast|VeryFast)?$/.exec(
      name,
    );
  if (!match) {
    node.note('The transition is not known.', 'The clip appears and disappears without one.');
    return null;
  }
  const [, family = '', direction = '', speed = ''] = match;
  const isQuick = family === 'carousel' || family === 'slide' || family === 'shuffle';
  if (family === 'shuffle') {
    node.note('The clip would turn while it moves.', 'It moves in a straight line, without turning.');
    return { node, family: 'carousel', direction: FROM_EDGE[direction] ?? 'Left', seconds: secondsOf(speed, isQuick) };
  }
  return { node, family, direction, seconds: family === 'zoom' ? 0.4 : secondsOf(speed, isQuick) };
}

function secondsOf(speed: string, isQuick: boolean): number {
  if (speed === 'Slow') return 2;
  if (speed === 'VeryFast') return 0.25;
  if (speed === 'Fast') return isQuick ? 0.25 : 0.5;
  return isQuick ? 0.5 : 1;
}

function transitionMotion(preset: Preset, edge: 'in' | 'out', start: number, end: number): Motion {
  if (end <= start) return NO_MOTION;
  const isIn = edge === 'in';
  /** Change from `hidden` to `shown` at the start of a clip, and back at its end. */
  const change = (hidden: number, visible: number, easing: Segment['easing']): Curve => {
    const [from, to] = isIn ? [hidden, visible] : [visible, hidden];
    return [{ start, end, from, to, easing }];
  };
  const { family, direction } = preset;
  const [dx, dy] = DIRECTIONS[direction] ?? [0, 0];
  // A clip that moves left comes from the right and leaves to the left.
  const offset = (distance: number, easing: Segment['easing']) => ({
    x: dx === 0 ? 0 : change((isIn ? -dx : dx) * distance, 0, easing),
    y: dy === 0 ? 0 : change((isIn ? -dy : dy) * distance, 0, easing),
  });
  switch (family) {
    case 'zoom':
      return {
        ...NO_MOTION,
        scale: change(ZOOM, 1, isIn ? 'linear' : 'easeOut'),
        opacity: change(0, 1, isIn ? 'easeIn' : 'easeOut'),
      };
    case 'slide':
      return { ...NO_MOTION, ...offset(SLIDE, isIn ? 'linear' : 'easeInOut'), opacity: change(0, 1, 'easeInOut') };
    case 'carousel':
      return { ...NO_MOTION, ...offset(dy === 0 ? 1 : 1.05, isIn ? 'linear' : 'easeInOut') };
    case 'reveal':
      return { ...NO_MOTION, cropR: change(1, 0, 'easeInOut') };
    case 'wipe': {
      // wipeLeft uncovers from the right edge, and covers from the right edge.
      const isFromRight = (direction === 'Left') === isIn;
      return { ...NO_MOTION, [isFromRight ? 'cropL' : 'cropR']: change(1, 0, 'easeInOut') };
    }
    default:
      return { ...NO_MOTION, opacity: change(0, 1, 'easeInOut') };
  }
}

const ZOOM_SPEEDS: Record<string, number> = { Slow: 1.1, Fast: 1.7 };
const SLIDE_SPEEDS: Record<string, number> = { Slow: 0.03, Fast: 0.2 };

/** Returns the motion of the effect of a clip, which lasts as long as the clip. */
function effectMotion(node: SourceNode | null, end: number): Motion {
  const name = node?.text();
  if (!node || !name || name === 'none') return NO_MOTION;
  const match = /^(zoomIn|zoomOut|slide)(Left|Right|Up|Down)?(Slow|Fast)?$/.exec(name);
  const [, family = '', direction = '', speed = ''] = match ?? [];
  const over = (from: number, to: number): Curve => [{ start: 0, end, from, to, easing: 'linear' }];
  if (family === 'zoomIn' || family === 'zoomOut') {
    const large = ZOOM_SPEEDS[speed] ?? 1.3;
    return { ...NO_MOTION, scale: family === 'zoomIn' ? over(1, large) : over(large, 1) };
  }
  const [dx, dy] = DIRECTIONS[direction] ?? [0, 0];
  if (family === 'slide' && (dx !== 0 || dy !== 0)) {
    const distance = SLIDE_SPEEDS[speed] ?? 0.12;
    const along = (sign: number): Curve => (sign === 0 ? 0 : over(-sign * distance, sign * distance));
    // Enlarged, so that no edge comes into view.
    return { ...NO_MOTION, x: along(dx), y: along(dy), scale: 1 + 2 * distance };
  }
  node.note('The effect is not known.', 'The clip does not move.');
  return NO_MOTION;
}
