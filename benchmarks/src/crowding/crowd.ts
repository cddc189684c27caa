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
import { type Attack, type CallTime, suspectOf } from './attack.ts';
import { type CrowdedService, collectGarbage, heldBetween, memoryOf, readApiMetrics } from './crowded-service.ts';
import { calm, makeGuest } from './guest-account.ts';
import type { GuestMessage, GuestReport, SlowProbe } from './guest-report.ts';
import { slowProbes } from './guest-report.ts';
import { type ProcessorShares, watchShares } from './processor-share.ts';
import { send } from './send.ts';
import type { SlowServers } from './slow-servers.ts';
import { type CrowdWorld, makeWorld } from './world.ts';

/** Effects of some attacks on another account and on the API process during one measurement period. */
export interface CrowdFigures {
  readonly attacks: readonly string[];
  /**
   * Name of the attack during whose calls the measured account's responses took clearly longer than usual; null when
   * there is none.
   */
  readonly suspect: string | null;
  readonly seconds: number;
  readonly calls: number;
  /** Numbers of calls by attack and outcome. See `send` for the outcomes. */
  readonly statuses: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Durations of the measured account's `GET /v1/me` calls, in ms. */
  readonly meMs: readonly number[];
  readonly meP50Ms: number;
  readonly meP99Ms: number;
  /**
   * Durations of the measured account's slower operations, in ms. An unfinished operation is included if it has already
   * taken longer than all finished ones.
   */
  readonly probes: Readonly<Record<SlowProbe, readonly number[]>>;
  /** Number of the measured account's failed requests and renders. */
  readonly failed: number;
  /** Some of the reasons of these failures. */
  readonly failures: readonly string[];
  readonly loopP99Ms: number;
  readonly loopMaxMs: number;
  /**
   * 99th percentile of the processor time for which the API's event loop was blocked in one go, in ms. It excludes time
   * taken by other programs of the machine.
   */
  readonly heldP99Ms: number;
  readonly heldMaxMs: number;
  readonly residentMb: number;
  /**
   * Heap and buffers of the API's main thread during the attacks, in MB. If they exceed `garbageMb`, they are measured
   * again after a garbage collection.
   */
  readonly ownMb: number;
  /** Fractions of the processor time that each process used. All processes run on one machine. */
  readonly shares: ProcessorShares;
}

/** Attacking account, together with another account whose response times are measured. */
export interface Crowd {
  /**
   * Sends each attack once, several at a time. Returns the outcomes, which show whether the attacks reach their routes.
   */
  sendEach(attacks: readonly Attack[], random: Random): Promise<CrowdFigures['statuses']>;
  /**
   * Runs some attacks concurrently for a number of seconds. Without attacks, only the measured account uses the
   * service.
   */
  attack(attacks: readonly Attack[], seconds: number, random: Random): Promise<CrowdFigures>;
  /** Returns the peak resident memory of the API, in MB. */
  peakMb(): number;
  close(): Promise<void>;
}

/**
 * Number of the attacking account's API keys. Each allows 600 calls a minute, so that the keys do not limit the account
 * and only fair scheduling does.
 */
const keysOfCrowd = 60;
/**
 * Number of connections that send one call after the other. `holders` is the number of connections that stay open for a
 * long time.
 */
const callers = 16;
const holders = 48;
/** Maximum number of long-lived connections of one attack. */
const holdersOfOne = 12;
/** Minimum and maximum duration of a long-lived connection, in ms. */
const holdMs = [1_500, 12_000] as const;

/**
 * Duration of a long-lived connection when each attack is sent once, and maximum time to wait for a response, in ms.
 */
const [onceMs, longestOnceMs] = [3_000, 10_000];

/**
 * Creates both accounts with their data and starts the measured account's process. `hasBrowser` states whether a node
 * can render html clips.
 */
export async function openCrowd(
  service: CrowdedService,
  slowServers: SlowServers,
  { hasBrowser }: { hasBrowser: boolean },
): Promise<Crowd> {
  const crowding = await seedAccount(service.database, { plan: 'enterprise', keys: keysOfCrowd });
  // In a session of its own, because the priority of this process applies to its whole session.
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

/** Memory of the main thread in MB above which its garbage is collected before it is measured. */
const garbageMb = 350;

async function ownMbWithoutGarbage(service: CrowdedService): Promise<number> {
  await collectGarbage(service.apiPid);
  return (await readApiMetrics(service.metricsUrl)).ownMb;
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
  // Read while connections are still held.
  const after = await readApiMetrics(service.metricsUrl);
  const ownMb = after.ownMb < garbageMb ? after.ownMb : await ownMbWithoutGarbage(service);
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
    ...{ residentMb, ownMb, shares },
  };
  return figures;
}

/**
 * Waits for at most a minute until the attacking account's work has ended. If it has not, the next measurement period
 * starts with that work running.
 */
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

/** Sends calls of the attacks until `signal` is aborted. Returns their outcomes and times. */
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
    // Each attack gets its turn, however long the others take.
    for (let n = first; !signal.aborted; n++) {
      const attack = some[n % some.length];
      if (!attack) throw new FramemillError('internal_error', 'The list of attacks is empty. Pass at least one.');
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
