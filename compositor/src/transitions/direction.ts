import type { Transition } from '@framemill/timeline';

type Direction = NonNullable<Transition['direction']>;

const vectors: Record<Direction, { readonly x: number; readonly y: number; readonly angle: number }> = {
  left: { x: -1, y: 0, angle: 180 },
  right: { x: 1, y: 0, angle: 0 },
  up: { x: 0, y: -1, angle: 270 },
  down: { x: 0, y: 1, angle: 90 },
};

/** Returns the direction of travel as a unit vector and in degrees clockwise from the x axis. */
export function travel(
  transition: Transition,
  otherwise: Direction = 'left',
): { readonly x: number; readonly y: number; readonly angle: number } {
  return vectors[transition.direction ?? otherwise];
}
