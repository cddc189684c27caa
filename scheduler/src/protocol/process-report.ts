import { randomUUID } from 'node:crypto';
import { cpus, freemem, hostname, totalmem } from 'node:os';
import { createOutageLog, type Disks, freeBytes, type Logger, type Redis, version } from '@framemill/infra/process';
import { Type } from '@framemill/timeline/typebox';
import { redisKeys } from './redis-keys.ts';
import { count, id, measure, ProtocolError, parserOf, sizeBytes } from './schema.ts';

/** Interval in ms at which a process reports. */
const reportEveryMs = 5_000;
/** Time in ms without a report after which a process counts as silent. */
export const silentAfterMs = 20_000;
/** Time in ms for which the last report of a process is kept, so that operators see that it ended without notice. */
const keptMs = 3_600_000;

/** Kind of a process: its own program. */
const kinds = ['api', 'scheduler', 'node'] as const;

const Report = Type.Object({
  /** Id of this start of the process. */
  id,
  kind: Type.Enum([...kinds]),
  host: Type.String({ maxLength: 255 }),
  pid: count,
  version: Type.String({ maxLength: 64 }),
  /** Time since the start of the process, in seconds. */
  uptimeSec: measure,
  /** Id of the node; absent in other processes. */
  nodeId: Type.Optional(id),
  /** Whether the process is the leading scheduler. */
  leads: Type.Optional(Type.Boolean()),
  /** Number of processors of the machine, and the share (0-1) of their time that was used since the last report. */
  cores: count,
  cpuRatio: Type.Number({ minimum: 0, maximum: 1 }),
  memoryBytes: sizeBytes,
  freeMemoryBytes: sizeBytes,
  /** Free bytes of each disk to which the process writes, by name: `data` or `scratch`. */
  disks: Type.Record(Type.String(), sizeBytes),
});

const parseReport = parserOf('process report', Report);

/** State of a process and its machine, which the process writes to Redis every 5 s. */
export type ProcessReport = Type.Static<typeof Report>;

/** Last report of a process, with its age in ms by the clock of Redis. */
export interface SeenProcess extends ProcessReport {
  readonly ageMs: number;
}

/** Writes the report of a process. */
export async function publishReport(redis: Redis, report: ProcessReport): Promise<void> {
  await redis
    .multi()
    .set(redisKeys.process(report.id), JSON.stringify(report), 'PX', keptMs)
    .sadd(redisKeys.processes, report.id)
    .exec();
}

/** Deletes the report of a process that ends in order. */
export async function withdrawReport(redis: Redis, processId: string): Promise<void> {
  await redis.multi().del(redisKeys.process(processId)).srem(redisKeys.processes, processId).exec();
}

/**
 * Reads the last reports of all processes. A silent process is left out when another one of its kind has started on its
 * host since, because that one replaces it. Reports of an unknown form are left out.
 */
export async function readReports(redis: Redis): Promise<SeenProcess[]> {
  const ids = await redis.smembers(redisKeys.processes);
  if (ids.length === 0) return [];
  const pipeline = redis.pipeline();
  for (const one of ids) pipeline.get(redisKeys.process(one)).pttl(redisKeys.process(one));
  const answers = (await pipeline.exec()) ?? [];
  const seen: SeenProcess[] = [];
  const gone: string[] = [];
  for (const [position, one] of ids.entries()) {
    const [text, leftMs] = [answers[2 * position]?.[1], answers[2 * position + 1]?.[1]];
    if (typeof text !== 'string') gone.push(one);
    else if (typeof leftMs === 'number' && leftMs > 0) seen.push(...parsed(text, keptMs - leftMs));
  }
  // A process that reports again adds itself again.
  if (gone.length > 0) await redis.srem(redisKeys.processes, ...gone);
  return seen.filter((report) => !isReplaced(report, seen));
}

function parsed(text: string, ageMs: number): SeenProcess[] {
  try {
    return [{ ...parseReport(JSON.parse(text)), ageMs }];
  } catch (error) {
    if (error instanceof ProtocolError) return [];
    throw error;
  }
}

function isReplaced({ kind, host, ageMs }: SeenProcess, all: readonly SeenProcess[]): boolean {
  if (ageMs < silentAfterMs) return false;
  return all.some((other) => {
    const startedMsAgo = other.ageMs + other.uptimeSec * 1_000;
    return other.kind === kind && other.host === host && other.ageMs < silentAfterMs && startedMsAgo < ageMs;
  });
}

/** Options of `startReporting`. */
export interface Reporting {
  readonly redis: Redis;
  readonly log: Logger;
  readonly kind: ProcessReport['kind'];
  readonly disks: Disks;
  /** Returns the fields that only this kind of process has. */
  readonly own?: () => Pick<ProcessReport, 'nodeId' | 'leads'>;
}

/**
 * Reports this process and its machine every 5 s. A failed report is logged and sent again with the next one. The
 * returned function ends this and deletes the report; it takes at most 1 s, also when Redis is unavailable.
 */
export function startReporting({ redis, log, kind, disks, own = () => ({}) }: Reporting): () => Promise<void> {
  const outage = createOutageLog(log, 'the state of this process could not be reported to Redis');
  const processId = randomUUID();
  let before = cpuTimes();
  let isBusy = false;
  const report = async () => {
    const now = cpuTimes();
    const [idle, total] = [now.idle - before.idle, now.total - before.total];
    before = now;
    const free = Object.entries(disks).map(async ([name, folder]) => [name, await freeBytes(folder).catch(() => null)]);
    const known = (await Promise.all(free)).filter(([, bytes]) => bytes !== null);
    await publishReport(redis, {
      ...{ id: processId, kind, host: hostname(), pid: process.pid, version, uptimeSec: process.uptime() },
      ...{ cores: cpus().length, cpuRatio: total > 0 ? Math.min(1, Math.max(0, 1 - idle / total)) : 0 },
      ...{ memoryBytes: totalmem(), freeMemoryBytes: freemem(), disks: Object.fromEntries(known) },
      ...own(),
    });
  };
  const look = () => {
    // While Redis is unavailable, the commands of a node's connection would pile up in its queue.
    if (isBusy) return;
    isBusy = true;
    void report()
      .then(outage.worked, outage.failed)
      .finally(() => {
        isBusy = false;
      });
  };
  look();
  const timer = setInterval(look, reportEveryMs);
  return async () => {
    clearInterval(timer);
    const late = new Promise<void>((resolve) => setTimeout(resolve, 1_000).unref());
    await Promise.race([withdrawReport(redis, processId).catch(() => undefined), late]);
  };
}

/** Returns the idle time and the total time of all processors since the start of the machine, in ms. */
function cpuTimes(): { idle: number; total: number } {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const total = times.reduce((sum, time) => sum + time.idle + time.user + time.nice + time.sys + time.irq, 0);
  return { idle, total };
}
