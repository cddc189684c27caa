import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@framemill/infra';
import type { Random } from '@framemill/scheduler/simulator';
import { FramemillError } from '@framemill/timeline';
import { percentile } from '../measure/statistics.ts';
import { until } from '../measure/until.ts';
import { seedAccount } from '../stack/seed-accounts.ts';
import type { Attack, Call } from './attacks.ts';
import { type ProcessorShares, watchShares } from './processor-share.ts';
import { makeProjects } from './projects.ts';

/** The service that is crowded: a real API process. */
export interface CrowdedService {
  readonly apiHost: string;
  readonly metricsUrl: string;
  readonly apiPid: number;
  readonly database: Database;
}

/** What some attacks led to, for another customer and for the API process. */
export interface CrowdFigures {
  readonly attacks: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly calls: number;
  /** How many calls were answered how; `error`: not at all. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly guestCalls: number;
  /** Of the other customer's calls: not answered with 200. */
  readonly guestFailed: number;
  readonly guestP50Ms: number;
  readonly guestP99Ms: number;
  /** Of the API's event loop, as its own metrics say. */
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  /** Processor time that the API's loop took at one go: without what other programs of the machine took from it. */
  readonly heldP99Ms: number;
  readonly heldMaxMs: number;
  readonly residentMb: number;
  /** Everything runs on one machine: who took how much of its processors. */
  readonly shares: ProcessorShares;
}

/** A crowding account and another customer. */
export interface Crowd {
  /** Sends calls of these attacks, drawn one after the other, over so many connections. */
  attack(attacks: readonly Attack[], connections: number, seconds: number, random: Random): Promise<CrowdFigures>;
  /** Resident memory of the API at its highest, megabytes. */
  peakMb(): number;
  close(): void;
}

/** Keys of the crowding account: 600 calls a minute each, so that nothing but fairness holds it back. */
const KEYS = 60;
/** Of the other customer: 600 a minute would not be enough samples. */
const GUEST_KEYS = 8;
const GUEST_EVERY_MS = 50;

/** Makes both accounts and the crowding one's projects, and starts the other customer's calls. */
export async function openCrowd(service: CrowdedService): Promise<Crowd> {
  const crowding = await seedAccount(service.database, { plan: 'enterprise', keys: KEYS });
  const guest = await seedAccount(service.database, { plan: 'studio', keys: GUEST_KEYS });
  const projects = await makeProjects(service.database, crowding);
  const child = fork(join(import.meta.dirname, 'guest.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.send({ apiHost: service.apiHost, keys: guest.keys, everyMs: GUEST_EVERY_MS });
  return {
    async attack(attacks, connections, seconds, random) {
      const statuses: Record<string, number> = {};
      await settled(service.metricsUrl);
      await report(child);
      await loopDelays(service.metricsUrl);
      const heldBefore = await heldCounts(service.metricsUrl);
      const sharesSince = watchShares({ api: service.apiPid, guest: child.pid ?? 0 });
      const endMs = performance.now() + seconds * 1_000;
      const stop = AbortSignal.timeout(Math.round(seconds * 1_000));
      let calls = 0;
      const connection = async () => {
        while (performance.now() < endMs) {
          const attack = attacks[Math.floor(random.next() * attacks.length)];
          if (!attack) throw new FramemillError('internal_error', 'There is no attack.');
          const key = crowding.keys[calls++ % crowding.keys.length] ?? '';
          const status = await send(service.apiHost, key, attack.make(projects, random), stop);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      };
      await Promise.all([wait(seconds * 1_000), ...Array.from({ length: connections }, connection)]);
      const shares = sharesSince();
      const { p99Ms, maxMs } = await loopDelays(service.metricsUrl);
      const held = heldSince(heldBefore, await heldCounts(service.metricsUrl));
      const { timesMs, failed } = await report(child);
      return {
        ...{ attacks: attacks.map(({ name }) => name), connections, seconds, calls, statuses },
        ...{ guestCalls: timesMs.length, guestFailed: failed.length },
        ...{ guestP50Ms: percentile(timesMs, 0.5), guestP99Ms: percentile(timesMs, 0.99) },
        ...{ loopP99Ms: p99Ms, loopMaxMs: maxMs, ...held, residentMb: memoryOf(service.apiPid, 'VmRSS') },
        shares,
      };
    },
    peakMb: () => memoryOf(service.apiPid, 'VmHWM'),
    close: () => void child.kill(),
  };
}

/** Ends by itself when the time is over: what the API has not answered by then is no answer. */
async function send(apiHost: string, key: string, { method, path, body, ...call }: Call, signal: AbortSignal) {
  const bearer = call.key === 'wrong' ? `key_live_${'0'.repeat(48)}` : key;
  try {
    const answer = await fetch(apiHost + path, {
      method,
      signal,
      headers: {
        ...(call.key === 'none' ? {} : { authorization: `Bearer ${bearer}` }),
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...call.headers,
      },
      body: body ?? null,
    });
    for await (const _ of answer.body ?? []);
    return String(answer.status);
  } catch {
    if (!signal.aborted) await wait(10);
    return signal.aborted ? 'late' : 'error';
  }
}

/** Waits until nothing of what was sent before runs on. */
async function settled(metricsUrl: string): Promise<void> {
  await until('the API is at rest', 60_000, async () => {
    const text = await (await fetch(metricsUrl)).text();
    const counts = [...text.matchAll(/^framemill_heavy_calls\{.*\} (\S+)$/gm)].map(([, count]) => Number(count));
    return counts.every((count) => count === 0);
  });
}

interface GuestReport {
  timesMs: number[];
  failed: string[];
}

/** What the other customer met since the last report. */
function report(child: ChildProcess): Promise<GuestReport> {
  const { promise, resolve } = Promise.withResolvers<GuestReport>();
  child.once('message', (message) => resolve(message as GuestReport));
  child.send('report');
  return promise;
}

/** Of the API's event loop since they were last asked for. */
async function loopDelays(metricsUrl: string): Promise<{ p99Ms: number; maxMs: number }> {
  const text = await (await fetch(metricsUrl)).text();
  const secondsOf = (name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    p99Ms: secondsOf('nodejs_eventloop_lag_p99_seconds') * 1_000,
    maxMs: secondsOf('nodejs_eventloop_lag_max_seconds') * 1_000,
  };
}

type Held = { upToMs: number; count: number }[];

/** How often the API's thread was held how long, rising; each counts those before it as well. */
async function heldCounts(metricsUrl: string): Promise<Held> {
  const text = await (await fetch(metricsUrl)).text();
  return [...text.matchAll(/^framemill_api_thread_held_seconds_bucket\{le="([^"]+)".*\} (\d+)$/gm)].map(
    ([, upTo, count]) => ({ upToMs: Number(upTo === '+Inf' ? Infinity : upTo) * 1_000, count: Number(count) }),
  );
}

function heldSince(before: Held, after: Held): { heldP99Ms: number; heldMaxMs: number } {
  const counts = after.map(({ upToMs, count }, n) => ({ upToMs, count: count - (before[n]?.count ?? 0) }));
  const all = counts.at(-1)?.count ?? 0;
  const upTo = (share: number) => counts.find(({ count }) => count >= all * share)?.upToMs ?? 0;
  return { heldP99Ms: upTo(0.99), heldMaxMs: upTo(1) };
}

function memoryOf(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_000;
}
