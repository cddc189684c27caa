import { flushCompileCache } from 'node:module';
import type { Logger } from '../log/logger.ts';

/**
 * Runs `stop` once at SIGINT or SIGTERM and then ends the process. The exit code is 0 when `stop` succeeded, and 1 when
 * it threw or took longer than `timeoutMs`. A second signal ends the process at once.
 */
export function onShutdown(log: Logger, stop: () => Promise<void>, options: { timeoutMs?: number } = {}): void {
  const { timeoutMs = 10_000 } = options;
  let stopping = false;
  const handle = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    const timer = setTimeout(() => {
      log.error({ timeoutMs }, 'did not stop in time; ending anyway');
      process.exit(1);
    }, timeoutMs);
    stop().then(
      () => {
        clearTimeout(timer);
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'failed while stopping');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
}

/**
 * Writes the code that this process has compiled to Node's compile cache, for the next start. Call this once the
 * process is ready: Node itself writes only when the process ends, which SIGKILL would prevent. Does nothing without
 * NODE_COMPILE_CACHE.
 */
export function keepCompiled(): void {
  flushCompileCache();
}
