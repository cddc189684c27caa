import { setInterval } from 'node:timers/promises';

/** Thread whose processor time can be read from outside: a `Worker` of Node. */
export interface Measurable {
  /** Returns the processor time since the thread started, in microseconds. Rejects when the thread is not running. */
  cpuUsage(): Promise<{ user: number; system: number }>;
}

/**
 * Calls `look` every `everyMs` ms with the processor time, in ms, that `worker` has used since this function was
 * called. Ends when `look` returns `false` or the thread ends. Processor time is measured so that the load of other
 * programs does not count against a call.
 */
export async function watchProcessorTime(
  worker: Measurable,
  everyMs: number,
  look: (usedMs: number) => boolean,
): Promise<void> {
  const usedMs = async () => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  };
  try {
    const begunMs = await usedMs();
    for await (const _ of setInterval(everyMs, undefined, { ref: false })) {
      if (!look((await usedMs()) - begunMs)) return;
    }
  } catch {
    // The thread has ended; its exit event is handled elsewhere.
  }
}
