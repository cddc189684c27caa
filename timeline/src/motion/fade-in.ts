import { entrance } from './entrance.ts';

/** Opacity from nothing. */
export const fadeIn = entrance('fade-in', 'easeOut', { opacity: () => 0 });
