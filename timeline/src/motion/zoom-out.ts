import { exit } from './entrance.ts';

/** Shrinks to nothing, and fades as it does. */
export const zoomOut = exit('zoom-out', 'easeInCubic', { scale: () => 0, opacity: () => 0 });
