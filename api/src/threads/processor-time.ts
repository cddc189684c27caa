import { setInterval } from 'node:timers/promises';

/** A thread whose processor time can be read from outside: a `Worker` of Node. */
export interface Measurable {
  /** Processor time since the thread began, microseconds. Rejects when the thread does not run. */
  cpuUsage(): Promise<{ user: number; system: number }>;
}

/**
 * Calls `look` every `everyMs` with the processor time that `worker` has used since, in ms, until `look` returns false or
 * the thread ends. Processor time, so that a call is not at fault for what other programs of the machine take.
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
    // The thread has ended: its exit event says so.
  }
}
