import { exit } from './entrance.ts';

/** Opacity to nothing. */
export const fadeOut = exit('fade-out', 'easeIn', { opacity: () => 0 });
