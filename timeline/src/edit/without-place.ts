import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';

/** Properties whose keyframes override a clip's position and size. */
const PLACING = ['x', 'y', 'scale', 'scaleX', 'scaleY'] as const;

/** Moves a clip to the middle of the canvas at scale 1. Its rotation, flips and crop stay. */
export function withoutPlace(clip: Clip): Clip {
  const { scaleX: _x, scaleY: _y, anchorX: _ax, anchorY: _ay, ...rest } = clip;
  return { ...rest, x: 0, y: 0, scale: 1 };
}

/** Returns a note about keyframes that override the new position of a clip. Otherwise empty. */
export function placingKeyframes(clip: Clip): string[] {
  const props = PLACING.filter((prop) => clip[KEYFRAMABLE[prop].field]?.length);
  if (props.length === 0) return [];
  return [`Clip "${clip.id}" has keyframes of ${props.join(', ')}, which go before its place. Use clearKeyframes.`];
}
