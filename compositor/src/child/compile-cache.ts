import { fileURLToPath } from 'node:url';

/**
 * Folder of compiled code from earlier starts; that of this process if it has one. Without it, half of a start is
 * compilation. Node ignores the folder when it is not writable.
 */
export const compileCache =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../../.build/compile-cache', import.meta.url));
