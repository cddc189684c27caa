import { DeliveryFault } from '../destinations/delivery-fault.ts';
import type { SendingLimits } from './sending-limits.ts';

/** Clock used to measure the speed of a transfer. Tests replace it. */
export interface Clock {
  /** Returns the current time in milliseconds since an arbitrary fixed moment. */
  now(): number;
  /** Calls `work` every `ms` milliseconds, and returns a function that stops the calls. */
  every(ms: number, work: () => void): () => void;
}

/** Clock of the process. Its timers do not keep the process running. */
export const systemClock: Clock = {
  now: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
};

/** Handle for reporting the progress of a transfer whose speed is being measured. */
export interface PaceWatch {
  /** Counts bytes that were sent. Bytes that were sent again count again. */
  took(bytes: number): void;
  /** Sets the number of bytes still to send. At 0, the speed is no longer checked, only the time until the response. */
  remaining(bytes: number): void;
  stop(): void;
}

/** Clock, limits and callbacks of a speed measurement. */
export interface PaceOptions {
  readonly clock: Clock;
  readonly limits: Pick<SendingLimits, 'windowMs' | 'slowBytesPerSec' | 'leastBytesPerSec' | 'answerMs'>;
  /** Called at each measurement with whether the transfer was slow, on average over the last `windowMs`. */
  readonly onPace: (isSlow: boolean) => void;
  /** Called once when the transfer must end, because it is too slow or the destination does not respond. */
  readonly onStall: (fault: DeliveryFault) => void;
}

/** Number of measurements per averaging period (`windowMs`). */
const STEPS = 12;

/**
 * Starts measuring the average speed of a transfer over the last `windowMs` milliseconds.
 * The first measurement is made after `windowMs`; then `STEPS` measurements are made per `windowMs`.
 */
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
      if (now - movedAt >= answerMs)
        stall(new DeliveryFault('The destination did not respond in time.', { retryable: true }));
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
  const message =
    `The destination accepted ${pace}. At least ${leastBytesPerSec / 1_000} kB/s are needed. ` +
    'The delivery is retried.';
  return new DeliveryFault(message, { retryable: true });
}
