import { fileURLToPath } from 'node:url';

/** Folder of compiled code from earlier starts: without it half of a start is compiling. Node leaves it alone when it may not write there. */
export const compileCache = fileURLToPath(new URL('../../../.build/compile-cache', import.meta.url));
