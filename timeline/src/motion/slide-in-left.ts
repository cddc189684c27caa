import { entrance } from './entrance.ts';

/** From the left, over one width of the canvas. */
export const slideInLeft = entrance('slide-in-left', 'easeOutCubic', { x: (rest, { width }) => rest - width });
