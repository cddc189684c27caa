import { entrance } from './entrance.ts';

/** From the right, over one width of the canvas. */
export const slideInRight = entrance('slide-in-right', 'easeOutCubic', { x: (rest, { width }) => rest + width });
