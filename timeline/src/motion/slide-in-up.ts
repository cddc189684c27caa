import { entrance } from './entrance.ts';

/** Rises from below, over one height of the canvas. */
export const slideInUp = entrance('slide-in-up', 'easeOutCubic', { y: (rest, { height }) => rest + height });
