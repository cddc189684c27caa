import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../measure/until.ts';
import { audit } from '../audit/audit.ts';
import { firstOf } from '../audit/checks.ts';
import { startSampler } from '../audit/sampler.ts';
import type { Row, ScenarioContext } from '../scenarios/scenario.ts';
import { openStackOn } from '../stack/chaos-stack.ts';
import { type ClusterServices, startClusterServices } from './cluster-services.ts';
import { type RenderAudit, startEndingRenders } from './ending-renders.ts';
import { limitMs } from './poll-age.ts';
import { startWatch, type WatchFigures } from './watched-renders.ts';

/** Farm on services with replicas. Renders are ordered, are polled and end all the time. */
export interface ClusterFarm {
  readonly services: ClusterServices;
  /**
   * Waits until the farm works and answers to polls are compared with the database, and then runs `replace`, which
   * replaces a primary by its replica. Returns the time in seconds until PostgreSQL and Redis both accept writes.
   */
  failOver(replace: () => Promise<void>): Promise<number>;
  /**
   * Waits until all renders have ended. Returns what became of them, and the figures of all polls. Nodes may have had
   * the jobs `lostJobs` although the database does not know them: a promotion lost their attempts.
   */
  end(lostJobs?: ReadonlySet<string>): Promise<{ renders: RenderAudit; polls: WatchFigures }>;
}

const schedulers = 2;
const nodes = 2;
const slots = 2;
/** Time per frame on a paced node, in ms: a render of two seconds takes about half a second of two slots. */
const msPerFrame = 10;
/** Renders that are accepted, and the time in ms that passes, before the next failover. */
const steadyRenders = 8;
const steadyMs = 2 * limitMs;

/**
 * Starts a farm on services with replicas, with two schedulers and two paced nodes. Runs `work`, and adds the checks of
 * the audit to its rows.
 */
export async function onClusters(
  { root, log }: Pick<ScenarioContext, 'root' | 'log'>,
  work: (farm: ClusterFarm) => Promise<Row[]>,
): Promise<Row[]> {
  const services = await startClusterServices(root);
  // The receiver of the webhooks is this process.
  const stack = await openStackOn(root, services, { OUTBOUND_PORTS: 'any', OUTBOUND_PRIVATE_HOSTS: '127.0.0.1' });
  try {
    for (let count = 0; count < schedulers; count++) await stack.startScheduler();
    for (let count = 0; count < nodes; count++) await stack.startPacedNode(slots, { msPerFrame });
    const sampler = startSampler(stack);
    const watch = startWatch(stack.apiHost, services.postgresPair.url());
    const load = await startEndingRenders(stack, watch);
    log(`PostgreSQL through ${services.databaseAddress}, Redis through its Sentinels`);
    const untilSteady = async () => {
      const before = load.accepted();
      await wait(steadyMs);
      await until('renders end again', 120_000, () => load.accepted() >= before + steadyRenders);
    };
    let lost: ReadonlySet<string> = new Set();
    try {
      const rows = await work({
        services,
        async failOver(replace) {
          await untilSteady();
          const end = watch.begin();
          const begunMs = performance.now();
          await replace();
          await services.untilWritable();
          end();
          return (performance.now() - begunMs) / 1_000;
        },
        async end(lostJobs = lost) {
          lost = lostJobs;
          await untilSteady();
          await load.stop();
          await watch.stop();
          return { renders: await load.audit(), polls: watch.figures() };
        },
      });
      await sampler.stop();
      const { unknownJobs, ...samples } = sampler.samples();
      const lines = await audit(stack, { ...samples, unknownJobs: unknownJobs.filter((id) => !lost.has(id)) });
      return [...rows, ...lines.map((line) => ({ ...line, promise: `Its farm: ${line.check}` })).map(auditRow)];
    } finally {
      await Promise.all([watch.stop(), sampler.stop(), load.close()]);
    }
  } finally {
    await stack.close();
  }
}

function auditRow({ promise, found, ok }: { promise: string; found: string; ok: boolean }): Row {
  return { promise, figure: found, limit: 'no fault', ok, values: {} };
}

/** Returns the row about the states that polls have shown. */
export function pollRow(promise: string, { judged, oldestMs, backwards, unanswered, silenceMs }: WatchFigures): Row {
  return {
    promise,
    figure:
      `${judged} answers: the oldest state was superseded ${(oldestMs / 1_000).toFixed(2)} s before, ${backwards} ` +
      `answers went back; ${unanswered} polls failed during failovers, the longest time without any answer was ` +
      `${(silenceMs / 1_000).toFixed(1)} s`,
    limit: `none older than ${limitMs / 1_000} s after both are back, none goes back`,
    ok: judged > 0 && oldestMs <= limitMs && backwards === 0,
    values: { judged, oldestMs, backwards, unanswered, silenceMs },
  };
}

/** Maximum time in seconds after which a primary accepts writes again. */
const mostSec = 15;

/** Returns the row about the time until a primary accepted writes, in seconds, of `what`: the failovers in words. */
export function timeRow(promise: string, what: string, seconds: readonly number[]): Row {
  const slowest = Math.max(...seconds);
  return {
    promise,
    figure: `${what}: a primary accepted writes after at most ${slowest.toFixed(1)} s`,
    limit: `<= ${mostSec} s`,
    ok: slowest <= mostSec,
    isTiming: true,
    values: { failovers: seconds.length, slowest },
  };
}

/** Returns the row about the accepted renders. Those in `mayMiss` may be missing. */
export function renderRow(promise: string, renders: RenderAudit, mayMiss: ReadonlySet<string>): Row {
  const { accepted, completed, missing, unfinished, miscounted, sharedFiles, repeated } = renders;
  const lost = missing.filter((id) => !mayMiss.has(id));
  const faults = [...lost.map((id) => `${id} is lost`), ...unfinished, ...miscounted];
  return {
    promise,
    figure:
      `${accepted} renders accepted, ${missing.length} of them lost; all ${completed} others completed once: ` +
      `${faults.length + sharedFiles} without one file, one webhook or an end${firstOf(faults)}; ${repeated} webhooks ` +
      'were received again with the same id',
    limit: mayMiss.size === 0 ? 'none lost, none twice, none open' : 'only those lost, none twice, none open',
    ok: accepted > 0 && faults.length + sharedFiles === 0,
    values: { accepted, completed, missing: missing.length, faults: faults.length, sharedFiles, repeated },
  };
}
