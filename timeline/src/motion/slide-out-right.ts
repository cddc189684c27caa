import { exit } from './entrance.ts';

/** To the right, over one width of the canvas. */
export const slideOutRight = exit('slide-out-right', 'easeInCubic', { x: (rest, { width }) => rest + width });
