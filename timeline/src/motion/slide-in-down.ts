import { entrance } from './entrance.ts';

/** Comes down from above, over one height of the canvas. */
export const slideInDown = entrance('slide-in-down', 'easeOutCubic', { y: (rest, { height }) => rest - height });
