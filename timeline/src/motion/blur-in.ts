import { entrance } from './entrance.ts';

/** From a blur of 24 pixels, appearing. */
export const blurIn = entrance('blur-in', 'easeOut', { blur: (rest) => rest + 24, opacity: () => 0 });
