import { flushCompileCache } from 'node:module';

/**
 * Writes what this process has compiled into Node's compile cache, for the next start. Called once a process is ready: Node itself
 * writes at the end only, and the end may be a SIGKILL. Does nothing without NODE_COMPILE_CACHE.
 */
export function keepCompiled(): void {
  flushCompileCache();
}
