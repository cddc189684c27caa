import { entrance } from './entrance.ts';

/** One turn clockwise while it grows from nothing. */
export const spinIn = entrance('spin-in', 'easeOutCubic', { rotation: (rest) => rest - 360, scale: () => 0 });
