import { readFileSync } from 'node:fs';
import type { Database, ObjectStore } from '@framemill/infra';

/** The service that is crowded: a real API process with its farm. */
export interface CrowdedService {
  readonly apiHost: string;
  readonly metricsUrl: string;
  readonly apiPid: number;
  readonly database: Database;
  readonly store: ObjectStore;
}

/** The API process's own metrics at one moment. */
export interface ApiMetrics {
  /** Delay of the event loop since the metrics were last read, milliseconds. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  /** How often the thread was held for how long, rising; each counts those before it as well. */
  readonly held: readonly { readonly upToMs: number; readonly count: number }[];
  /** Heap and buffers of the API's own thread, megabytes: what answers and bodies hold, without the threads of heavy calls. */
  readonly ownMb: number;
  /** Heavy calls that wait or run. */
  readonly heavyCalls: number;
}

/** Reads the metrics of a process; that begins its loop delays anew. */
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

/** Time that the thread was held at one go between two readings: bounds of the 99th percentile and of the longest, milliseconds. */
export function heldBetween(before: ApiMetrics, after: ApiMetrics): { heldP99Ms: number; heldMaxMs: number } {
  const counts = after.held.map(({ upToMs, count }, n) => ({ upToMs, count: count - (before.held[n]?.count ?? 0) }));
  const all = counts.at(-1)?.count ?? 0;
  const upTo = (share: number) => counts.find(({ count }) => count >= all * share)?.upToMs ?? 0;
  return { heldP99Ms: upTo(0.99), heldMaxMs: upTo(1) };
}

/** Resident memory of a process now or at its highest, megabytes. Linux only. */
export function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_000;
}

/** Resident memory of a process over a run. */
export interface MemoryWatch {
  /** Growth in the last `seconds`, megabytes: medians of its first and last tenth, so that a single collection counts little. */
  growthMb(seconds: number): number;
  stop(): void;
}

/** Begins to read it every second. */
export function watchMemory(pid: number): MemoryWatch {
  const readings: { atMs: number; mb: number }[] = [];
  const read = () => readings.push({ atMs: performance.now(), mb: memoryOf(pid, 'VmRSS') });
  read();
  const timer = setInterval(read, 1_000);
  return {
    growthMb: (seconds) => growthOf(readings, seconds),
    stop: () => clearInterval(timer),
  };
}

/** See `MemoryWatch.growthMb`. */
export function growthOf(readings: readonly { atMs: number; mb: number }[], seconds: number): number {
  const since = (readings.at(-1)?.atMs ?? 0) - seconds * 1_000;
  const last = readings.filter(({ atMs }) => atMs >= since).map(({ mb }) => mb);
  const tenth = Math.max(1, Math.floor(last.length / 10));
  const middle = (some: readonly number[]) => [...some].sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
  return middle(last.slice(-tenth)) - middle(last.slice(0, tenth));
}
