/**
 * Limits of the alerts in infra/deploy/prometheus/rules/alerts.yml, which this page compares as well. A test compares
 * both. `queueWaitSec` contains the time for which the alert waits, because a page has no history.
 */
export const alertLimits = {
  diskFreeBytes: 1_000_000_000,
  sweepSec: 3 * 3_600,
  outboxSec: 60,
  databaseSec: 0.25,
  redisRatio: 0.8,
  queueWaitSec: 60 + 600,
} as const;

/** Age of the last good backup from which it is reported as old, in seconds. */
const oldBackupSec = 7 * 86_400;

/** Process that reports, or node with a lease. */
export interface ProcessState {
  kind: 'api' | 'scheduler' | 'node';
  host: string;
  pid: number;
  nodeId: string | null;
  version: string;
  leads: boolean;
  /** Time since its last report in seconds, and whether it should have reported since. */
  ageSec: number;
  isSilent: boolean;
  disks: { name: string; freeBytes: number }[];
}

/** State of a service that Framemill uses. */
export interface ServiceState {
  name: 'postgresql' | 'redis' | 'objects';
  isReachable: boolean;
  latencyMs: number;
  bytes: number | null;
  limitBytes: number | null;
  error: string | null;
}

/** Figures that the rules compare. null: unknown, because the service that has the figure does not respond. */
export interface HealthFigures {
  processes: readonly ProcessState[];
  hasLeader: boolean | null;
  services: readonly ServiceState[];
  /** Slots of all live nodes, and of those that take work. */
  farm: { nodes: number; slots: number; servingSlots: number } | null;
  waiting: { count: number; oldestSec: number; hasNoNode: boolean } | null;
  rendersLost: number | null;
  outboxSec: number | null;
  /** Parts of the sweep with the time since their last good run in seconds. */
  sweep: readonly { name: string; ageSec: number }[] | null;
  backup: { lastFailed: string | null; goodAgeSec: number | null } | null;
}

/** Problem of the installation. */
export interface Problem {
  /** Name of the alert whose section of the runbook says what to do; null: `todo` says it. */
  alert: string | null;
  /** `page`: customers are affected. `ticket`: it can wait until the same day. */
  severity: 'page' | 'ticket';
  text: string;
  todo: string | null;
}

/** Returns the problems, those that affect customers first. */
export function problemsOf(figures: HealthFigures): Problem[] {
  const found = [...servicesWrong(figures), ...processesWrong(figures), ...workWrong(figures), ...upkeepWrong(figures)];
  return found.sort((a, b) => Number(b.severity === 'page') - Number(a.severity === 'page'));
}

const problem = (severity: Problem['severity'], alert: string, text: string): Problem => {
  return { severity, alert, text, todo: null };
};

const serviceNames = { postgresql: 'PostgreSQL', redis: 'Redis', objects: 'The object store' } as const;
const serviceAlerts = {
  postgresql: 'FramemillDatabaseSlow',
  redis: 'FramemillRedisMemory',
  objects: 'FramemillObjectStoreFails',
} as const;

function servicesWrong({ services }: HealthFigures): Problem[] {
  return services.flatMap(({ name, isReachable, latencyMs, bytes, limitBytes, error }) => {
    const label = serviceNames[name];
    if (!isReachable) return [problem('page', serviceAlerts[name], `${label} does not respond: ${error}`)];
    if (name === 'postgresql' && latencyMs > 1_000 * alertLimits.databaseSec)
      return [
        problem('ticket', 'FramemillDatabaseSlow', `${label} took ${Math.round(latencyMs)} ms for an empty query.`),
      ];
    const used = name === 'redis' && bytes !== null && limitBytes ? bytes / limitBytes : 0;
    if (used <= alertLimits.redisRatio) return [];
    return [problem('page', 'FramemillRedisMemory', `${label} uses ${Math.round(100 * used)} % of its memory.`)];
  });
}

function processesWrong({ processes, hasLeader }: HealthFigures): Problem[] {
  const found: Problem[] = [];
  const live = processes.filter(({ isSilent }) => !isSilent);
  for (const { kind, host, pid, nodeId, ageSec } of processes.filter(({ isSilent }) => isSilent)) {
    const who = kind === 'node' ? `The node ${nodeId}` : kind === 'api' ? 'A process of the API' : 'A scheduler';
    const text = `${who} on ${host} (process ${pid}) has not reported for ${durationText(ageSec)}.`;
    found.push(problem('page', 'FramemillProcessDown', text));
  }
  if (hasLeader === false)
    found.push(problem('page', 'FramemillNoLeader', 'No scheduler leads, so nothing is planned or dispatched.'));
  for (const { host, disks } of live) {
    for (const { name, freeBytes } of disks) {
      if (freeBytes >= alertLimits.diskFreeBytes) continue;
      const text = `${sizeText(freeBytes)} are free on the disk of ${name} on ${host}.`;
      // Processes of one machine share its disks.
      if (!found.some((one) => one.text === text)) found.push(problem('page', 'FramemillDiskFull', text));
    }
  }
  const versions = [...new Set(live.map(({ version }) => version))].sort();
  if (versions.length > 1) {
    const text = `Processes of ${versions.length} versions run together: ${versions.join(', ')}.`;
    found.push(problem('ticket', 'FramemillVersionsMixed', text));
  }
  return found;
}

function workWrong({ farm, waiting, rendersLost, outboxSec }: HealthFigures): Problem[] {
  const found: Problem[] = [];
  const count = waiting?.count ?? 0;
  if (farm !== null && farm.servingSlots === 0) {
    const nodes = farm.nodes === 0 ? 'No node is connected' : `All ${amountText(farm.nodes, 'node')} are draining`;
    const work = count === 0 ? 'no work waits' : `${amountText(count, 'render')} wait`;
    const text = `${nodes}: 0 of ${amountText(farm.slots, 'slot')} take work, and ${work}.`;
    found.push(problem(count === 0 ? 'ticket' : 'page', 'FramemillNoNodes', text));
  } else if (waiting?.hasNoNode) {
    found.push(problem('page', 'FramemillNoNodes', 'Renders wait for an engine that no node has.'));
  } else if (waiting !== null && waiting.oldestSec > alertLimits.queueWaitSec) {
    const text = `A render has waited ${durationText(waiting.oldestSec)} for its first work.`;
    found.push(problem('ticket', 'FramemillQueueWaitLong', text));
  }
  if (rendersLost !== null && rendersLost > 0) {
    const text = `${amountText(rendersLost, 'render')} in progress, and nothing works on ${rendersLost === 1 ? 'it' : 'them'}.`;
    found.push(problem('page', 'FramemillRendersLost', text));
  }
  if (outboxSec !== null && outboxSec > alertLimits.outboxSec) {
    const text = `An event has waited ${durationText(outboxSec)} to be passed on, so no webhook is sent.`;
    found.push(problem('page', 'FramemillOutboxOld', text));
  }
  return found;
}

function upkeepWrong({ sweep, backup }: HealthFigures): Problem[] {
  const found: Problem[] = [];
  const late = (sweep ?? []).filter(({ ageSec }) => ageSec > alertLimits.sweepSec);
  if (late.length > 0) {
    const text = `Parts of the sweep have not succeeded for 3 hours: ${late.map(({ name }) => name).join(', ')}.`;
    found.push(problem('ticket', 'FramemillSweepFails', text));
  }
  const own = (text: string, todo: string) => found.push({ alert: null, severity: 'ticket', text, todo });
  const again = 'Run framemill backup <file>, then copy the objects: infra/deploy/backup.md says how.';
  if (backup !== null && backup.lastFailed !== null)
    own('The last backup failed.', `${backup.lastFailed} Correct this. ${again}`);
  else if (backup !== null && backup.goodAgeSec !== null && backup.goodAgeSec > oldBackupSec)
    own(`The last backup is ${durationText(backup.goodAgeSec)} old.`, again);
  return found;
}

function amountText(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/** Returns a duration in its largest unit: `40 s`, `12 minutes`, `3 hours`, `9 days`. */
function durationText(seconds: number): string {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return amountText(Math.round(seconds / 60), 'minute');
  if (seconds < 172_800) return amountText(Math.round(seconds / 3_600), 'hour');
  return amountText(Math.round(seconds / 86_400), 'day');
}

function sizeText(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}
