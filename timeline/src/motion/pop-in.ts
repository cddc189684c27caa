import { entrance } from './entrance.ts';

/** Grows from nothing to a tenth too large, then to its size: easeOutBack overshoots by just that. */
export const popIn = entrance('pop-in', 'easeOutBack', { scale: () => 0 });
