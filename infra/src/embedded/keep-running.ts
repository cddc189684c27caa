import { setTimeout as delay } from 'node:timers/promises';
import { reasonsOf } from '../log/readable-line.ts';

/** Running instance of a child process. */
export interface Life {
  /**
   * Resolves with the reason when the instance has ended: "ended with code 137", followed by lines of its output if
   * useful.
   */
  ended: Promise<string>;
  /** Stops the instance cleanly. Resolves when it has exited, at once if it already has. */
  stop(): Promise<void>;
}

/** Options for a process that is restarted when it ends by itself. */
export interface KeepOptions {
  /** Name of the process for the beginning of messages: "The api process". */
  name: string;
  /** Starts an instance, the first one or a replacement. Throws when it cannot be started. */
  start(): Promise<Life>;
  /**
   * Returns whether the process may be restarted after an instance has ended. If not, the end is reported as a failure.
   * Default: always.
   */
  mayRestart?(): boolean;
  /** Called with a message for the user at each restart. */
  onRestart(line: string): void;
}

/** Process that is restarted whenever it ends unexpectedly. */
export interface Kept {
  /** Rejects when the process ended and was not restarted. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/**
 * Maximum number of times that the process may end within `windowMs` and be restarted. If it ends more often,
 * restarting does not help and an operator must resolve the cause.
 */
const mostDeaths = 5;
const windowMs = 60_000;
/**
 * Pause before the first restart in ms, doubled at each restart. A port or lease of the previous instance may need some
 * seconds to become free.
 */
const firstPauseMs = 200;

/** Starts a child process and restarts it whenever it ends unexpectedly. Throws when the first start fails. */
export async function keepRunning({ name, start, mayRestart = () => true, onRestart }: KeepOptions): Promise<Kept> {
  const stopping = new AbortController();
  const failure = Promise.withResolvers<never>();
  // A caller that ignores `failed` must not be ended by an unhandled rejection.
  failure.promise.catch(() => {});
  const deaths: number[] = [];
  let life = await start();

  /** Starts the next instance. Resolves with null when the process must not be restarted any more. */
  async function again(how: string): Promise<Life | null> {
    for (let last = how; ; ) {
      const now = performance.now();
      deaths.push(now);
      while (now - (deaths[0] ?? now) > windowMs) deaths.shift();
      const isTooOften = deaths.length > mostDeaths;
      if (isTooOften || !mayRestart()) {
        const often = isTooOften ? ` failed ${deaths.length} times within ${windowMs / 1000} s. The last time, it` : '';
        failure.reject(new Error(`${name}${often} ${last}`));
        return null;
      }
      const [firstLine = ''] = last.split('\n');
      onRestart(`${name} ${firstLine.replace(/\.$/, '')}; starting it again`);
      await delay(firstPauseMs * 2 ** (deaths.length - 1), undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return null;
      try {
        return await start();
      } catch (error) {
        last = `did not start: ${reasonsOf(error)}`;
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      const how = await life.ended;
      if (stopping.signal.aborted) return;
      // When only the guarding shell was killed, the server itself still holds the port: end it first.
      await life.stop();
      const next = await again(how);
      if (next === null) return;
      life = next;
    }
  }

  const watched = watch();
  return {
    failed: failure.promise,
    async stop() {
      stopping.abort();
      await life.stop();
      await watched;
      // A start that was in progress may have created another instance.
      await life.stop();
    },
  };
}
