import { join } from 'node:path';
import type { BatchFigures } from '../batch/batch-figures.ts';
import { checkFilms, type ShownFilm } from '../batch/check-films.ts';
import { itemValues } from '../batch/item-values.ts';
import { type Greeting, makeGreeting, variablesOf } from '../batch/make-greeting.ts';
import { watchBatch } from '../batch/watch-batch.ts';
import { type ChaosStack, leadsOf, openChaosStack } from '../chaos/stack/chaos-stack.ts';
import { median } from '../measure/statistics.ts';
import { until } from '../measure/until.ts';
import { watchUsage } from '../measure/usage-by-role.ts';
import type { BenchOptions } from '../options.ts';
import { at, call } from '../stack/call.ts';
import { roleOfCommand } from '../stack/start-stack.ts';

const slots = 2;
/** Number of videos rendered before the batch, from which the service measures its rendering speed. */
const learning = 4;

/** Options for the size and quality of the batch. */
type BatchWish = Pick<BenchOptions, 'batchItems' | 'batchQuality'>;

/** Figures of a batch, and the frames of some of its videos. */
export interface MeasuredBatch {
  readonly figures: BatchFigures;
  readonly shown: readonly ShownFilm[];
}

/**
 * Renders `batchItems` videos of 10 s at 1080p on two nodes, each of which renders one segment at a time. Kills the
 * leading scheduler and a node during the batch, and checks every finished file. The first SIGTERM or Ctrl-C ends the
 * batch early; the figures then cover the completed work only.
 */
export async function measureBatch(
  root: string,
  wished: BatchWish,
  log: (line: string) => void,
): Promise<MeasuredBatch> {
  const stop = new AbortController();
  const onSignal = () => {
    log('batch: ending early; the figures are those of what was done');
    stop.abort();
  };
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal);
  const stack = await openChaosStack(root, { objectsIn: 'folder' });
  try {
    return await measured(root, stack, wished, stop.signal, log);
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal);
    await stack.close();
  }
}

async function measured(
  root: string,
  stack: ChaosStack,
  { batchItems: items, batchQuality: quality }: BatchWish,
  stop: AbortSignal,
  log: (line: string) => void,
): Promise<MeasuredBatch> {
  const schedulers = [await stack.startScheduler(), await stack.startScheduler()];
  const leader = await until('a scheduler leads', 30_000, () => schedulers.find((one) => leadsOf(one).length > 0));
  const nodes = await Promise.all(Array.from({ length: slots }, () => stack.startNode(1)));
  await teachSpeed(root, stack, quality);
  const { accountId, key, greeting } = await openAccount(root, stack);
  const body = bodyOf(greeting, items, quality);
  const quoted = at(await call(stack.apiHost, key, 'POST', '/batches', { ...body, dryRun: true }), 'quote');
  log(`batch: ${JSON.stringify(at(quoted, 'segments'))}, ${String(at(quoted, 'expectedSeconds'))} s quoted`);
  const look = watchUsage(process.pid, roleOfCommand);
  look();
  const startedMs = Date.now();
  const id = String(at(await call(stack.apiHost, key, 'POST', '/batches', body), 'batch', 'id'));
  const running = { stack, key, id, items, leader, nodes };
  const { batch, usage } = await watchBatch(running, look, stop, log);
  const completedAt = at(batch, 'completedAt');
  const endedMs = typeof completedAt === 'string' ? Date.parse(completedAt) : Date.now();
  // Cancels the remaining items: they would be checked as well.
  if (stop.aborted) await call(stack.apiHost, key, 'POST', `/batches/${id}/cancel`).catch(() => undefined);
  const { check: files, shown } = await checkFilms({ stack, key, accountId, id, greeting }, log);
  const number = (...path: string[]) => Number(at(batch, ...path));
  const { rendered, ...ledger } = await ledgerOf(stack, accountId);
  const figures = {
    ...{ items, quality, slots, usage, files, quotedSec: Number(at(quoted, 'expectedSeconds')) },
    wallSec: (endedMs - startedMs) / 1_000,
    completed: number('counts', 'completed'),
    frames: { delivered: number('frames', 'total'), rendered: number('frames', 'rendered') },
    segments: { total: number('segments', 'total'), shared: number('segments', 'reused'), rendered },
    ...ledger,
  };
  return { figures, shown };
}

async function openAccount(root: string, stack: ChaosStack) {
  const { accountId, key } = await stack.account('self-hosted');
  const sample = join(root, 'infra/bootstrap/sample/media');
  const images = join(stack.services.folder, 'images');
  return { accountId, key, greeting: await makeGreeting({ apiHost: stack.apiHost, key }, sample, images) };
}

function bodyOf(greeting: Greeting, items: number, quality: string) {
  return {
    ...{ projectId: greeting.projectId, quality },
    items: Array.from({ length: items }, (_, n) => ({
      reference: `item-${n}`,
      variables: variablesOf(itemValues(n), greeting),
    })),
  };
}

/**
 * Renders a few videos of another account before the measurement, so that the service has measured its rendering speed
 * and its processes are warm.
 */
async function teachSpeed(root: string, stack: ChaosStack, quality: string): Promise<void> {
  const { key, greeting } = await openAccount(root, stack);
  const answer = await call(stack.apiHost, key, 'POST', '/batches', bodyOf(greeting, learning, quality));
  const path = `/batches/${String(at(answer, 'batch', 'id'))}`;
  const isDone = async () => at(await call(stack.apiHost, key, 'GET', path), 'batch', 'status') !== 'PROCESSING';
  await until('the first films are done', 300_000, isDone, { everyMs: 500 });
}

interface RenderedRow {
  ms: number;
  segments: number;
}

/** Reads the figures of an account's work from the ledger, the database's record of all work. */
async function ledgerOf({ database: { client } }: ChaosStack, accountId: string) {
  const rows = await client.$queryRaw<RenderedRow[]>`
    SELECT r."renderMs"::float8 AS ms, sum(t."lastSegment" - t."firstSegment" + 1)::int AS segments
    FROM "Attempt" a JOIN "Task" t ON t.id = a."taskId" JOIN "Render" r ON r.id = t."renderId"
    WHERE r."accountId" = ${accountId} AND t.kind = 'frames' AND a.outcome = 'done' GROUP BY r.id`;
  return {
    renders: await client.render.count({ where: { accountId } }),
    rendered: rows.reduce((sum, { segments }) => sum + segments, 0),
    segmentSec: rows.length === 0 ? 0 : median(rows.map(({ ms, segments }) => ms / segments)) / 1_000,
    lostAttempts: await client.attempt.count({ where: { outcome: 'lost', task: { render: { accountId } } } }),
  };
}
