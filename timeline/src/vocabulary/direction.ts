/** Direction of travel of a transition. */
export const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;

/** Where something moves to. */
export type Direction = (typeof DIRECTIONS)[number];
