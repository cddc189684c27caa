import { entrance } from './entrance.ts';

/** Grows from nothing, and appears as it does. */
export const zoomIn = entrance('zoom-in', 'easeOutCubic', { scale: () => 0, opacity: () => 0 });
