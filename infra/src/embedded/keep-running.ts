import { setTimeout as delay } from 'node:timers/promises';
import { reasonsOf } from '../log/reasons-of.ts';

/** One life of a child process. */
export interface Life {
  /** Resolves when it has ended, with how: "ended with code 137", and more lines where they help. */
  ended: Promise<string>;
  /** Ends it in order; resolves when it is gone, also when it was gone already. */
  stop(): Promise<void>;
}

/** Something that is started again when it ends by itself. */
export interface KeepOptions {
  /** As sentences begin with it: "The api process". */
  name: string;
  /** Starts it, at first and again. Throws when it cannot be started. */
  start(): Promise<Life>;
  /** Whether a death is answered with a new start; else it is a failure. Default: always. */
  mayRestart?(): boolean;
  /** Gets a line for people at each new start. */
  onRestart(line: string): void;
}

/** What is being kept running. */
export interface Kept {
  /** Rejects when it ended and was not started again. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** More deaths than these within `windowMs`: whatever ends it is still there, and people must look. */
const mostDeaths = 5;
const windowMs = 60_000;
/** Doubled from death to death: a port or a lease of the one before may take some seconds to be free. */
const firstPauseMs = 200;

/** Starts a child and starts it again whenever it ends by itself. Throws when the first start does. */
export async function keepRunning({ name, start, mayRestart = () => true, onRestart }: KeepOptions): Promise<Kept> {
  const stopping = new AbortController();
  const failure = Promise.withResolvers<never>();
  // Whoever does not listen shall not be ended by an unhandled rejection.
  failure.promise.catch(() => {});
  const deaths: number[] = [];
  let life = await start();

  /** The next life, or null when there is none. */
  async function again(how: string): Promise<Life | null> {
    for (let last = how; ; ) {
      const now = performance.now();
      deaths.push(now);
      while (now - (deaths[0] ?? now) > windowMs) deaths.shift();
      const isTooOften = deaths.length > mostDeaths;
      if (isTooOften || !mayRestart()) {
        const often = isTooOften ? ` ${deaths.length} times within ${windowMs / 1000} s; at last it` : '';
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
      // Where only the shell that watches over a server was killed, the server itself still holds the port.
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
      // A start that was under way has made another one.
      await life.stop();
    },
  };
}
