import { DeliveryFault } from '../destinations/delivery-fault.ts';
import type { SendingLimits } from './sending-limits.ts';

/** Time, as a watch reads it. */
export interface Clock {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Calls `work` every `ms` until what it gives is called. */
  every(ms: number, work: () => void): () => void;
}

/** The clock of the process. Keeps no process running. */
export const systemClock: Clock = {
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
};

/** Measures one sending. */
export interface PaceWatch {
  /** Counts bytes that went out; those that are sent twice count twice. */
  took(bytes: number): void;
  /** Notes whether bytes are still to be sent: without any, only the answer is waited for. */
  remaining(bytes: number): void;
  stop(): void;
}

/** Clock, limits and callbacks of a watch. */
export interface PaceOptions {
  readonly clock: Clock;
  readonly limits: Pick<SendingLimits, 'windowMs' | 'slowBytesPerSec' | 'leastBytesPerSec' | 'answerMs'>;
  /** Called at each measurement over a whole window. */
  readonly onPace: (isSlow: boolean) => void;
  /** Called once, when the sending must end: it is too slow, or the answer does not come. */
  readonly onStall: (fault: DeliveryFault) => void;
}

/** Measurements per window. */
const STEPS = 12;

/** Begins to measure a sending: its average over the last window, `STEPS` times a window, from the first whole window on. */
export function watchPace({ clock, limits, onPace, onStall }: PaceOptions): PaceWatch {
  const { windowMs, slowBytesPerSec, leastBytesPerSec, answerMs } = limits;
  let total = 0;
  let left = Number.POSITIVE_INFINITY;
  let movedAt = clock.now();
  const samples = [{ at: movedAt, total }];

  function stall(fault: DeliveryFault): void {
    stop();
    onStall(fault);
  }

  function measure(): void {
    const now = clock.now();
    samples.push({ at: now, total });
    while ((samples[1]?.at ?? now) <= now - windowMs) samples.shift();
    if (left === 0) {
      if (now - movedAt >= answerMs) stall(new DeliveryFault('There was no answer in time.', { retryable: true }));
      return;
    }
    const [oldest = { at: now, total }] = samples;
    if (now - oldest.at < windowMs) return;
    const bytesPerSec = ((total - oldest.total) * 1_000) / (now - oldest.at);
    if (bytesPerSec < leastBytesPerSec) stall(tooSlow(bytesPerSec, limits));
    else onPace(bytesPerSec < slowBytesPerSec);
  }

  const stop = clock.every(windowMs / STEPS, measure);
  return {
    took(bytes) {
      total += bytes;
      movedAt = clock.now();
    },
    remaining(bytes) {
      left = bytes;
    },
    stop,
  };
}

function tooSlow(bytesPerSec: number, { windowMs, leastBytesPerSec }: PaceOptions['limits']): DeliveryFault {
  const pace = `${Math.floor(bytesPerSec / 1_000)} kB/s over ${Math.round(windowMs / 1_000)} s`;
  const message = `The destination took ${pace}, and at least ${leastBytesPerSec / 1_000} kB/s are needed. It is tried again.`;
  return new DeliveryFault(message, { retryable: true });
}
