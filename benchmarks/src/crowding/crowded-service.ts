import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database, ObjectStore } from '@framemill/infra';

/** Service under attack: a real API process with its farm. */
export interface CrowdedService {
  readonly apiHost: string;
  readonly metricsUrl: string;
  readonly apiPid: number;
  readonly database: Database;
  readonly store: ObjectStore;
}

/** Metrics of the API process at one moment. */
export interface ApiMetrics {
  /** Event loop delay since the metrics were last read, in ms. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  /** Cumulative histogram of how long the thread was blocked. Each bucket includes the ones before it. */
  readonly held: readonly { readonly upToMs: number; readonly count: number }[];
  /**
   * Heap and buffers of the API's main thread, in MB. They include responses and request bodies, but not the worker
   * threads for expensive calls.
   */
  readonly ownMb: number;
  /** Number of expensive calls that wait for a worker thread or run on one. */
  readonly heavyCalls: number;
}

/** Reads the metrics of an API process. Each call resets the event loop delays that the process measures. */
export async function readApiMetrics(metricsUrl: string): Promise<ApiMetrics> {
  const text = await (await fetch(metricsUrl)).text();
  const figureOf = (name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  const held = [...text.matchAll(/^framemill_api_thread_held_seconds_bucket\{le="([^"]+)".*\} (\d+)$/gm)];
  const heavy = [...text.matchAll(/^framemill_heavy_calls\{.*\} (\S+)$/gm)];
  return {
    loopP99Ms: figureOf('nodejs_eventloop_lag_p99_seconds') * 1_000,
    loopMaxMs: figureOf('nodejs_eventloop_lag_max_seconds') * 1_000,
    held: held.map(([, upTo, count]) => ({
      upToMs: Number(upTo === '+Inf' ? Infinity : upTo) * 1_000,
      count: Number(count),
    })),
    ownMb: (figureOf('nodejs_heap_size_used_bytes') + figureOf('nodejs_external_memory_bytes')) / 1e6,
    heavyCalls: heavy.reduce((sum, [, count]) => sum + Number(count), 0),
  };
}

/**
 * Returns how long the API's main thread computed without returning to the event loop between two readings, in ms. The
 * values are upper bounds of the p99 and of the maximum.
 */
export function heldBetween(before: ApiMetrics, after: ApiMetrics): { heldP99Ms: number; heldMaxMs: number } {
  const counts = after.held.map(({ upToMs, count }, n) => ({ upToMs, count: count - (before.held[n]?.count ?? 0) }));
  const all = counts.at(-1)?.count ?? 0;
  const upTo = (share: number) => counts.find(({ count }) => count >= all * share)?.upToMs ?? 0;
  return { heldP99Ms: upTo(0.99), heldMaxMs: upTo(1) };
}

/** Returns the current (`VmRSS`) or peak (`VmHWM`) resident memory of a process, in MB. Linux only. */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_000;
}

/** Signal that makes `observe-api.ts` collect the garbage of its process. */
export const collectSignal = 'SIGUSR2';
const collectMs = 1_500;

/** Record of a process's resident memory during a run. */
export interface MemoryWatch {
  /**
   * Returns the growth during the last `seconds`, in MB. It compares the medians of the first and the last tenth, so
   * that a single garbage collection has little influence.
   */
  growthMb(seconds: number): number;
  /**
   * Collects the garbage of the process's main thread and returns the resident memory that is left, in MB. Without it,
   * V8 does not free garbage while its heap is small.
   */
  retainedMb(): Promise<number>;
  stop(): void;
}

/** Starts a garbage collection on the main thread of a process, and waits 1.5 s, in which it should have ended. */
export async function collectGarbage(pid: number): Promise<void> {
  process.kill(pid, collectSignal);
  await wait(collectMs);
}

/** Starts reading the resident memory of a process every second. */
export function watchMemory(pid: number): MemoryWatch {
  const readings: { atMs: number; mb: number }[] = [];
  const read = () => readings.push({ atMs: performance.now(), mb: memoryOf(pid, 'VmRSS') });
  read();
  const timer = setInterval(read, 1_000);
  return {
    growthMb: (seconds) => growthOf(readings, seconds),
    async retainedMb() {
      await collectGarbage(pid);
      return memoryOf(pid, 'VmRSS');
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns the memory growth in MB computed from readings, as described for `MemoryWatch.growthMb`. */
export function growthOf(readings: readonly { atMs: number; mb: number }[], seconds: number): number {
  const since = (readings.at(-1)?.atMs ?? 0) - seconds * 1_000;
  const last = readings.filter(({ atMs }) => atMs >= since).map(({ mb }) => mb);
  const tenth = Math.max(1, Math.floor(last.length / 10));
  const middle = (some: readonly number[]) => [...some].sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  return middle(last.slice(-tenth)) - middle(last.slice(0, tenth));
}
