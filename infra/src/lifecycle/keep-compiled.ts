import { flushCompileCache } from 'node:module';

/**
 * Writes the code that this process has compiled to Node's compile cache, for the next start. Call it once the process
 * is ready: Node itself writes only at the end of the process, which may be a SIGKILL. Does nothing without
 * NODE_COMPILE_CACHE.
 */
export function keepCompiled(): void {
  flushCompileCache();
}
