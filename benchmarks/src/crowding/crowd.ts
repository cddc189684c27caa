import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '@framemill/scheduler/simulator';
import { FramemillError } from '@framemill/timeline';
import { percentile } from '../measure/statistics.ts';
import { until } from '../measure/until.ts';
import { seedAccount } from '../stack/seed-accounts.ts';
import type { Attack } from './attack.ts';
import { calm } from './calm.ts';
import { type CrowdedService, heldBetween, memoryOf, readApiMetrics } from './crowded-service.ts';
import { makeGuest } from './guest-account.ts';
import type { GuestMessage, GuestReport, SlowProbe } from './guest-report.ts';
import { slowProbes } from './guest-report.ts';
import { type ProcessorShares, watchShares } from './processor-share.ts';
import { send } from './send.ts';
import type { SlowServers } from './slow-servers.ts';
import { type CallTime, suspectOf } from './suspect.ts';
import { type CrowdWorld, makeWorld } from './world.ts';

/** What some attacks led to in one window, for another customer and for the API process. */
export interface CrowdFigures {
  readonly attacks: readonly string[];
  /** The attack during whose calls the other customer's answers took longest; null: none stands out. */
  readonly suspect: string | null;
  readonly seconds: number;
  readonly calls: number;
  /** By attack: how many of its calls ended how; see `send`. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Times of the other customer's `GET /v1/me`, milliseconds. */
  readonly meMs: readonly number[];
  readonly meP50Ms: number;
  readonly meP99Ms: number;
  /** What else it did, milliseconds; those that go on count when they take longer already than all that ended. */
  readonly probes: Readonly<Record<SlowProbe, readonly number[]>>;
  /** Its requests and renders that failed. */
  readonly failed: number;
  /** Some of the reasons. */
  readonly failures: readonly string[];
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  /** Processor time that the API's loop took at one go: without what other programs of the machine took from it. */
  readonly heldP99Ms: number;
  readonly heldMaxMs: number;
  readonly residentMb: number;
  /** Heap and buffers of the API's own thread while the attacks went on. */
  readonly ownMb: number;
  /** Everything runs on one machine: who took how much of its processors. */
  readonly shares: ProcessorShares;
}

/** A crowding account and another customer. */
export interface Crowd {
  /** Sends each attack once, some at a time; returns how each was answered, which shows whether it reaches its route. */
  sendEach(attacks: readonly Attack[], random: Random): Promise<CrowdFigures['statuses']>;
  /** Runs some attacks at once for so many seconds; none: the other customer is alone. */
  attack(attacks: readonly Attack[], seconds: number, random: Random): Promise<CrowdFigures>;
  /** Resident memory of the API at its highest, megabytes. */
  peakMb(): number;
  close(): Promise<void>;
}

/** Keys of the crowding account: 600 calls a minute each, so that nothing but fairness holds it back. */
const keysOfCrowd = 60;
/** Connections that call one after the other, and that are held. */
const callers = 16;
const holders = 48;
/** Of those that are held, for one attack. */
const holdersOfOne = 12;
/** How long a held connection lasts at least and at most, milliseconds. */
const holdMs = [1_500, 12_000] as const;

/** How long a connection is held when each attack is sent once, and how long an answer is waited for, milliseconds. */
const [onceMs, longestOnceMs] = [3_000, 10_000];

/** Makes both accounts and what they own, and starts the other customer's calls. `hasBrowser`: a node draws html clips. */
export async function openCrowd(
  service: CrowdedService,
  slowServers: SlowServers,
  { hasBrowser }: { hasBrowser: boolean },
): Promise<Crowd> {
  const crowding = await seedAccount(service.database, { plan: 'enterprise', keys: keysOfCrowd });
  // In a session of its own: the priority of this one counts for all that is in it.
  const child = fork(join(import.meta.dirname, 'guest.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
  });
  try {
    const [{ receiverPort }] = (await once(child, 'message')) as [{ receiverPort: number }];
    const world = await makeWorld({ ...service, slowServers }, crowding);
    tellGuest(child, await makeGuest(service, { receiverPort, hasBrowser }));
    const parts = { service, slowServers, world, keys: crowding.keys, accountId: crowding.accountId, child };
    return {
      sendEach: (attacks, random) => sendEach(parts, attacks, random),
      attack: (attacks, seconds, random) => runWindow(parts, attacks, seconds, random),
      peakMb: () => memoryOf(service.apiPid, 'VmHWM'),
      close: () => ended(child),
    };
  } catch (error) {
    await ended(child);
    throw error;
  }
}

interface Parts {
  service: CrowdedService;
  slowServers: SlowServers;
  world: CrowdWorld;
  keys: readonly string[];
  accountId: string;
  child: ChildProcess;
}

async function runWindow(parts: Parts, attacks: readonly Attack[], seconds: number, random: Random) {
  const { service, child } = parts;
  const before = await readApiMetrics(service.metricsUrl);
  const sharesSince = watchShares({ api: service.apiPid, guest: child.pid ?? 0 });
  tellGuest(child, { type: 'begin' });
  const stop = new AbortController();
  const under = startAttack(parts, attacks, stop.signal, random);
  await wait(seconds * 1_000);
  const [shares, report] = [sharesSince(), await reportOf(child)];
  // While connections are still held.
  const after = await readApiMetrics(service.metricsUrl);
  const residentMb = memoryOf(service.apiPid, 'VmRSS');
  stop.abort();
  const { statuses, calls } = await under;
  if (attacks.length > 0) await calmed(parts);
  const meMs = report.me.map(({ tookMs }) => tookMs);
  const figures: CrowdFigures = {
    ...{ attacks: attacks.map(({ name }) => name), suspect: suspectOf(calls, report.me), seconds, calls: calls.length },
    ...{ statuses, meMs, meP50Ms: percentile(meMs, 0.5), meP99Ms: percentile(meMs, 0.99), probes: probesOf(report) },
    failed: report.failed.length,
    failures: [...new Set(report.failed)].slice(0, 3),
    ...{ loopP99Ms: after.loopP99Ms, loopMaxMs: after.loopMaxMs, ...heldBetween(before, after) },
    ...{ residentMb, ownMb: after.ownMb, shares },
  };
  return figures;
}

/** A service that is crowded may not answer at once; one that does not for a minute goes into the next window as it is. */
async function calmed(parts: Parts): Promise<void> {
  const end = async () => {
    await calm(parts);
    return true;
  };
  await until('the crowd has ended', 60_000, end, { everyMs: 500, forgiving: true }).catch(() => undefined);
}

async function sendEach(parts: Parts, attacks: readonly Attack[], random: Random): Promise<CrowdFigures['statuses']> {
  const statuses: Record<string, Record<string, number>> = {};
  const { service, world, keys } = parts;
  const agent = new Agent({ keepAlive: true });
  const rest = [...attacks];
  const connection = async () => {
    for (let attack = rest.shift(); attack; attack = rest.shift()) {
      const key = keys[rest.length % keys.length] ?? '';
      const signal = AbortSignal.timeout(longestOnceMs);
      const sending = { apiHost: service.apiHost, agent, key, cookie: world.cookie, signal, holdMs: onceMs };
      const status = await send(attack.make(world, random), attack.manner ?? 'call', sending);
      statuses[attack.name] = { [status]: 1 };
    }
  };
  await Promise.all(Array.from({ length: holders }, connection));
  agent.destroy();
  await calmed(parts);
  return statuses;
}

/** Sends calls of the attacks until the signal; returns how they ended. */
async function startAttack(
  { service, world, keys }: Parts,
  attacks: readonly Attack[],
  signal: AbortSignal,
  random: Random,
): Promise<{ statuses: Record<string, Record<string, number>>; calls: CallTime[] }> {
  const statuses = Object.fromEntries(attacks.map(({ name }) => [name, {} as Record<string, number>]));
  const calls: CallTime[] = [];
  const agent = new Agent({ keepAlive: true });
  let sent = 0;
  const connection = async (some: readonly Attack[], first: number) => {
    // Each attack has its turn, whatever the others take.
    for (let n = first; !signal.aborted; n++) {
      const attack = some[n % some.length];
      if (!attack) throw new FramemillError('internal_error', 'There is no attack.');
      const key = keys[sent++ % keys.length] ?? '';
      const [least, most] = holdMs;
      const sending = { apiHost: service.apiHost, agent, key, cookie: world.cookie, signal };
      const atMs = Date.now();
      const hold = least + random.next() * (most - least);
      const status = await send(attack.make(world, random), attack.manner ?? 'call', { ...sending, holdMs: hold });
      calls.push({ attack: attack.name, atMs, endMs: Date.now() });
      const counts = statuses[attack.name] ?? {};
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  const some = (count: number, of: readonly Attack[]) =>
    of.length === 0 ? [] : Array.from({ length: count }, (_, n) => connection(of, n));
  const isCall = ({ manner = 'call' }: Attack) => manner === 'call';
  const held = attacks.filter((attack) => !isCall(attack));
  await Promise.all([
    ...some(callers, attacks.filter(isCall)),
    ...some(Math.min(holders, holdersOfOne * held.length), held),
  ]);
  agent.destroy();
  return { statuses, calls };
}

function probesOf({ slow }: GuestReport): CrowdFigures['probes'] {
  const timesOf = (probe: SlowProbe) => {
    const mine = slow.filter((sample) => sample.probe === probe && !sample.isFailed);
    const ends = mine.filter(({ isOpen }) => !isOpen).map(({ tookMs }) => tookMs);
    const longest = Math.max(0, ...ends);
    return [...ends, ...mine.filter(({ isOpen, tookMs }) => isOpen && tookMs > longest).map(({ tookMs }) => tookMs)];
  };
  const [render, delivery, preview, frame] = slowProbes.map(timesOf);
  return { render: render ?? [], delivery: delivery ?? [], preview: preview ?? [], frame: frame ?? [] };
}

function tellGuest(child: ChildProcess, message: GuestMessage): void {
  child.send(message);
}

async function reportOf(child: ChildProcess): Promise<GuestReport> {
  const answer = once(child, 'message');
  tellGuest(child, { type: 'report' });
  const [report] = (await answer) as [GuestReport];
  return report;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
