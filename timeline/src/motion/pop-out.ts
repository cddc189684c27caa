import { exit } from './entrance.ts';

/** The reverse of pop-in. */
export const popOut = exit('pop-out', 'easeInBack', { scale: () => 0 });
