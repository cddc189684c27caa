import { fileURLToPath } from 'node:url';

/**
 * Folder of compiled code from earlier starts, the one of this process where it has one: without it half of a start is compiling.
 * Node leaves it alone when it may not write there.
 */
export const compileCache =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../../.build/compile-cache', import.meta.url));
