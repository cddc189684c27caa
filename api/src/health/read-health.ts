import { allAccounts, type LastBackups, type Redis, readLastBackups, readTotals, reasonsOf } from '@framemill/infra';
import { countLostRenders, outboxAgeSec, sweepTimes, waits } from '@framemill/scheduler';
import { type NodeLease, readFarmStore, readLeases, readReports, silentAfterMs } from '@framemill/scheduler/protocol';
import type { ApiDeps } from '../deps.ts';
import { type Problem, type ProcessState, problemsOf, type ServiceState } from './problems.ts';

/** Time limit in ms of each part of the report, so that a service that is away does not hide the others. */
const partMs = 3_000;

/** Process with its machine; the figures are null for a node of a release that does not report. */
export interface ProcessHealth extends ProcessState {
  id: string;
  uptimeSec: number | null;
  cores: number | null;
  cpuRatio: number | null;
  memoryBytes: number;
  freeMemoryBytes: number | null;
}

/** Renders that wait for their first work, by reason. */
export interface WaitingRenders {
  waitsFor: string;
  count: number;
  oldestSec: number;
}

/** State of the installation. A part is null when the service that has its figures does not respond. */
export interface Health {
  processes: ProcessHealth[];
  services: (ServiceState & { version: string | null })[];
  farm: { nodes: number; slots: number; servingSlots: number } | null;
  waiting: WaitingRenders[] | null;
  oldest: { id: string; createdAt: string; waitsFor: string } | null;
  backup: LastBackups | null;
  sweep: { endedAt: string | null; parts: number } | null;
  problems: Problem[];
}

/** Services that the report measures. */
export type HealthDeps = Pick<ApiDeps, 'database' | 'redis' | 'store' | 'dataDir'>;

/** Measures the services that Framemill uses and reads the state of its processes and of its work. */
export async function readHealth(deps: HealthDeps): Promise<Health> {
  const { database, redis, dataDir = null } = deps;
  const nowMs = Date.now();
  // Alone, so that nothing else delays their answers.
  const services = await Promise.all([postgresState(deps), redisState(deps), objectState(deps)]);
  const [leases, farmStore, renders, lost, outbox, sweep, backup] = await Promise.all([
    orNull(readLeases(redis)),
    orNull(readFarmStore(redis).then((id) => ({ id }))),
    orNull(waitingRenders(deps, nowMs)),
    orNull(countLostRenders(database, nowMs)),
    orNull(outboxAgeSec(database, nowMs)),
    orNull(sweepTimes(database)),
    orNull(readLastBackups(database, dataDir)),
  ]);
  const processes = (await orNull(readProcesses(redis, leases ?? []))) ?? [];
  const serving = leases?.filter(({ draining }) => !draining) ?? [];
  const slotsOf = (some: readonly NodeLease[]) => some.reduce((sum, { slots }) => sum + slots, 0);
  const farm = leases && { nodes: leases.length, slots: slotsOf(leases), servingSlots: slotsOf(serving) };
  const ageSec = (date: Date) => Math.max(0, nowMs - date.getTime()) / 1_000;
  const problems = problemsOf({
    ...{ processes, services, farm, rendersLost: lost, outboxSec: outbox },
    hasLeader: farmStore && (farmStore.id !== null || processes.some(({ leads, isSilent }) => leads && !isSilent)),
    waiting: renders && {
      count: renders.groups.reduce((sum, { count }) => sum + count, 0),
      oldestSec: Math.max(0, ...renders.groups.map(({ oldestSec }) => oldestSec)),
      hasNoNode: renders.hasNoNode,
    },
    sweep: sweep?.map(({ name, endedAt }) => ({ name, ageSec: ageSec(endedAt) })) ?? null,
    backup: backup && {
      lastFailed: backup.last?.error ?? null,
      goodAgeSec: backup.lastGood && ageSec(backup.lastGood.endedAt),
    },
  });
  return {
    ...{ processes, services, farm, backup, problems },
    waiting: renders?.groups ?? null,
    oldest: renders?.oldest ?? null,
    sweep: sweep && { parts: sweep.length, endedAt: sweptAt(sweep) },
  };
}

/** Returns the time since which every part of the sweep has succeeded; null: one of them never has. */
function sweptAt(parts: readonly { endedAt: Date; succeeded: boolean }[]): string | null {
  if (parts.length === 0 || !parts.every(({ succeeded }) => succeeded)) return null;
  return new Date(Math.min(...parts.map(({ endedAt }) => endedAt.getTime()))).toISOString();
}

async function orNull<T>(part: Promise<T>): Promise<T | null> {
  return limited(part).catch(() => null);
}

async function limited<T>(part: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${partMs / 1_000} s.`)), partMs);
  });
  try {
    return await Promise.race([part, late]);
  } finally {
    clearTimeout(timer);
  }
}

type MeasuredService = ServiceState & { version: string | null };
type ServiceFigures = Pick<MeasuredService, 'version' | 'bytes' | 'limitBytes'>;

async function measured(
  name: ServiceState['name'],
  ping: () => Promise<unknown>,
  figures: () => Promise<ServiceFigures>,
): Promise<MeasuredService> {
  const none = { version: null, bytes: null, limitBytes: null };
  const begunMs = performance.now();
  const error = await limited(ping()).then(
    () => null,
    (reason: unknown) => reasonsOf(reason),
  );
  const latencyMs = performance.now() - begunMs;
  const known = error === null ? ((await orNull(figures())) ?? none) : none;
  return { name, isReachable: error === null, latencyMs, error, ...known };
}

function postgresState({ database: { client } }: HealthDeps): Promise<MeasuredService> {
  const ping = () => client.$queryRaw`SELECT 1`;
  return measured('postgresql', ping, async () => {
    const [row] = await client.$queryRaw<{ version: string; bytes: bigint }[]>`
      SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes`;
    return { version: row?.version ?? null, bytes: row === undefined ? null : Number(row.bytes), limitBytes: null };
  });
}

function redisState({ redis }: HealthDeps): Promise<MeasuredService> {
  return measured(
    'redis',
    () => redis.ping(),
    async () => {
      const info = await redis.info();
      const text = (field: string) => new RegExp(`^${field}:(\\S+)`, 'm').exec(info)?.[1] ?? null;
      const limit = Number(text('maxmemory')) || Number(text('total_system_memory')) || null;
      return { version: text('redis_version'), bytes: Number(text('used_memory')), limitBytes: limit };
    },
  );
}

function objectState({ store, database: { client } }: HealthDeps): Promise<MeasuredService> {
  return measured(
    'objects',
    () => store.ping(),
    async () => {
      const totals = await readTotals(client, allAccounts, ['media', 'films', 'testFilms', 'segments']);
      const bytes = Object.values(totals).reduce((sum, { amount }) => sum + amount, 0);
      return { version: null, bytes, limitBytes: null };
    },
  );
}

/**
 * Returns the reporting processes: the API first, then schedulers and nodes. `leases` adds the live nodes of releases
 * that do not report.
 */
export async function readProcesses(redis: Redis, leases: readonly NodeLease[] = []): Promise<ProcessHealth[]> {
  const reporting = (await readReports(redis)).map(({ ageMs, disks, nodeId = null, leads = false, ...report }) => ({
    ...{ ...report, nodeId, leads, ageSec: ageMs / 1_000, isSilent: ageMs > silentAfterMs },
    uptimeSec: report.uptimeSec + ageMs / 1_000,
    disks: Object.entries(disks).map(([name, freeBytes]) => ({ name, freeBytes })),
  }));
  const known = new Set(reporting.map(({ nodeId }) => nodeId));
  const others = leases.filter(({ nodeId }) => !known.has(nodeId));
  const all: ProcessHealth[] = [
    ...reporting,
    ...others.map(({ nodeId, host, pid, version, memoryBytes }) => ({
      ...{ id: nodeId, kind: 'node' as const, nodeId, host, pid, version, memoryBytes, leads: false },
      ...{ ageSec: 0, isSilent: false, disks: [] },
      ...{ uptimeSec: null, cores: null, cpuRatio: null, freeMemoryBytes: null },
    })),
  ];
  const order = ['api', 'scheduler', 'node'];
  const keyOf = ({ kind, host, pid }: ProcessHealth) => `${order.indexOf(kind)} ${host} ${pid}`;
  return all.sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

/** Reasons of waiting renders whose record has none, by stage. */
const stageReasons: Record<string, string> = {
  planning: 'The leading scheduler, which plans it',
  waiting: 'A node that can render it',
  held: 'Another output of the same render',
  rendering: 'A free slot, or a free place of its account',
};

async function waitingRenders({ database: { client } }: HealthDeps, nowMs: number) {
  const isWaiting = [{ status: 'PENDING' }, { status: 'PROCESSING', waitingFor: { not: null } }];
  const where = { OR: isWaiting, parentId: null };
  const [rows, first] = await Promise.all([
    client.render.groupBy({ by: ['stage', 'waitingFor'], where, _count: true, _min: { createdAt: true } }),
    client.render.findFirst({
      where,
      orderBy: { createdAt: 'asc' },
      select: { id: true, createdAt: true, stage: true, waitingFor: true },
    }),
  ]);
  const groups = new Map<string, WaitingRenders>();
  for (const row of rows) {
    const waitsFor = reasonOf(row);
    const known = groups.get(waitsFor);
    const oldestSec = Math.max(0, nowMs - (row._min.createdAt?.getTime() ?? nowMs)) / 1_000;
    groups.set(waitsFor, {
      ...{ waitsFor, count: row._count + (known?.count ?? 0) },
      oldestSec: Math.max(oldestSec, known?.oldestSec ?? 0),
    });
  }
  return {
    groups: [...groups.values()].sort((a, b) => b.count - a.count),
    hasNoNode: rows.some(({ waitingFor }) => waitingFor === waits.nodes || waitingFor === waits.processors),
    oldest: first && { id: first.id, createdAt: first.createdAt.toISOString(), waitsFor: reasonOf(first) },
  };
}

function reasonOf({ stage, waitingFor }: { stage: string; waitingFor: string | null }): string {
  const reason = waitingFor ?? stageReasons[stage] ?? stage;
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
