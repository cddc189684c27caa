import { exit } from './entrance.ts';

/** To the left, over one width of the canvas. */
export const slideOutLeft = exit('slide-out-left', 'easeInCubic', { x: (rest, { width }) => rest - width });
