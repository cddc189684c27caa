import { entrance } from './entrance.ts';

/** Falls from above and bounces. */
export const dropIn = entrance('drop-in', 'easeOutBounce', { y: (rest, { height }) => rest - height });
