import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@framemill/infra';
import { sweepStore } from '@framemill/scheduler';
import { queuePrefix, readLeases } from '@framemill/scheduler/protocol';
import { processTable } from '@framemill/testing/processes';
import { until } from '../../measure/until.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import { processesIn } from '../stack/part.ts';
import { rangesOf } from './sampler.ts';

/** Result of one audit check. */
export interface AuditLine {
  readonly check: string;
  /** Figures found by the check, also when it passes. */
  readonly found: string;
  readonly ok: boolean;
}

/** Returns up to three of the faults as text to append to a count. */
export const firstOf = (faults: readonly string[]) =>
  faults
    .slice(0, 3)
    .map((fault) => `; ${fault}`)
    .join('');

/** Checks that every failed render has a readable reason, and that exactly the renders without a file were refunded. */
export async function checkEnds({ database: { client } }: ChaosStack): Promise<AuditLine> {
  const renders = await client.render.findMany({
    where: { test: false },
    select: { id: true, accountId: true, status: true, errorMsg: true, refunded: true },
  });
  const accounts = await client.account.findMany({ select: { id: true, exportsUsed: true } });
  const failed = renders.filter(({ status }) => status === 'FAILED');
  const speechless = failed.filter(({ errorMsg }) => !isInWords(errorMsg));
  const wronglyKept = renders.filter(({ status, refunded }) => refunded === (status === 'COMPLETED'));
  const kept = Map.groupBy(
    renders.filter(({ refunded }) => !refunded),
    ({ accountId }) => accountId,
  );
  const miscounted = accounts.filter(({ id, exportsUsed }) => exportsUsed !== (kept.get(id)?.length ?? 0));
  const faults = [
    ...speechless.map(({ id, errorMsg }) => `${id} says "${errorMsg}"`),
    ...wronglyKept.map(({ id, status, refunded }) => `${id} is ${status}${refunded ? '' : ' and not'} refunded`),
    ...miscounted.map(
      ({ id, exportsUsed }) => `${id} has ${exportsUsed} exports taken of ${kept.get(id)?.length ?? 0}`,
    ),
  ];
  return {
    check: 'failed renders say why in words, exports of all that gave no file are given back',
    found:
      `${failed.length} failed of ${renders.length} renders, ` +
      `${renders.filter(({ refunded }) => refunded).length} exports given back: ` +
      `${faults.length} faults${firstOf(faults)}`,
    ok: faults.length === 0,
  };
}

/**
 * Matches program output that must not appear in a message for customers: a stack trace, an invalid value, an encoded
 * object.
 */
const traces = /\n\s+at |\bat \S+:\d+:\d+|\bundefined\b|\bNaN\b|\[object |^\s*[{[]|node_modules|\bPrisma/;

/** Whether a render's failure reason is readable text: at least four words, and no program output. */
export function isInWords(reason: string | null): boolean {
  return reason !== null && reason.trim().split(/\s+/).length >= 4 && !traces.test(reason);
}

/**
 * Time limit in ms for the ledger (the database's record of all work) to become consistent. It is longer than the
 * lifetime of a lease plus the time to detect a lost attempt.
 */
const reconcileMs = 20_000;

/**
 * Checks that the ledger (the database's record of all work) and the nodes' leases (the states that nodes publish in
 * Redis) list the same running attempts. The check runs when there is no more work, so both lists must be empty.
 */
export async function checkLedger(stack: ChaosStack): Promise<AuditLine> {
  const look = async () => {
    const where = { outcome: 'running' };
    const running = (await stack.database.client.attempt.findMany({ where })).map(({ jobId }) => jobId);
    const leased = rangesOf(await readLeases(stack.redis));
    return { running, leased };
  };
  // Cancelled and superseded attempts may still be stopping when the last render ends.
  const atRest = until('the ledger is at rest', reconcileMs, async () => {
    const { running, leased } = await look();
    return running.length + leased.length === 0;
  });
  await atRest.catch(() => undefined);
  const { running, leased } = await look();
  const unequal = [...running.filter((id) => !leased.includes(id)), ...leased.filter((id) => !running.includes(id))];
  return {
    check: 'running attempts = jobs in leases',
    found: `${running.length} attempts, ${leased.length} jobs, ${unequal.length} without their other half`,
    ok: running.length === 0 && unequal.length === 0,
  };
}

interface Faults {
  renders: bigint;
  segments: bigint;
  gaps: bigint;
  unnamed: bigint;
  unequal: bigint;
}

/**
 * Checks that every segment of every completed render has one artifact (stored file). The artifact and the render's
 * segment row must have the same hash, and the store must not contain two objects with the same content key.
 */
export async function checkSegments(stack: ChaosStack): Promise<AuditLine> {
  const [row] = await stack.database.client.$queryRaw<Faults[]>`
    SELECT count(DISTINCT r.id) AS renders, count(*) AS segments,
      count(*) FILTER (WHERE s.sha256 IS NULL) AS gaps,
      count(*) FILTER (WHERE a.sha256 IS NULL) AS unnamed,
      count(*) FILTER (WHERE a.sha256 <> s.sha256) AS unequal
    FROM "Render" r JOIN "RenderSegment" s ON s."renderId" = r.id
      LEFT JOIN "Artifact" a ON a."accountId" = r."accountId" AND a."contentKey" = s."contentKey"
    WHERE r.status = 'COMPLETED'`;
  const short = await stack.database.client.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM "Render" r WHERE r.status = 'COMPLETED' AND NOT r.test
      AND r."totalSegments" <> (SELECT count(*) FROM "RenderSegment" s WHERE s."renderId" = r.id)`;
  const objects = new Map<string, string[]>();
  for await (const { key } of stack.store.list('segments/')) {
    const [, accountId, contentKey, sha256 = ''] = key.split('/');
    const slot = `${accountId}/${contentKey}`;
    objects.set(slot, [...(objects.get(slot) ?? []), sha256]);
  }
  const doubled = [...objects.values()].filter((hashes) => hashes.length > 1).length;
  const { renders = 0n, segments = 0n, gaps = 0n, unnamed = 0n, unequal = 0n } = row ?? {};
  const faults = Number(gaps + unnamed + unequal) + doubled + short.length;
  return {
    check: 'one committed artifact per segment',
    found:
      `${segments} segments of ${renders} renders: ${gaps} without artifact, ${unnamed} unknown, ${unequal} with ` +
      `other bytes; ${short.length} renders with too few; ${doubled} keys with two objects`,
    ok: faults === 0,
  };
}

/**
 * Minimum ages for garbage collection: zero. Nothing is being created during the audit, so every unreferenced object
 * may be deleted at once.
 */
const atOnce = { orphanMs: 0, previewMs: 0 };

/**
 * Runs the garbage collection, then compares the object store with the database. Every render object must belong to a
 * database row, and every object that the database refers to must exist.
 */
export async function checkObjects(stack: ChaosStack): Promise<AuditLine> {
  const { client } = stack.database;
  const log = createLogger('sweep', { level: 'silent' });
  const { objects } = await sweepStore(
    { database: stack.database, store: stack.store, log },
    { ages: atOnce, keptPerPrefix: Number.POSITIVE_INFINITY },
  );
  const swept = Object.values(objects).reduce((sum, count) => sum + count, 0);
  const artifacts = await client.artifact.findMany({ select: { accountId: true, contentKey: true, sha256: true } });
  const renders = await client.render.findMany({ select: { id: true, status: true, exportKey: true } });
  const named = new Set(artifacts.map((row) => `segments/${row.accountId}/${row.contentKey}/${row.sha256}`));
  const files = new Set(
    renders.flatMap(({ status, exportKey }) => (status === 'COMPLETED' && exportKey ? [exportKey] : [])),
  );
  const ids = new Set(renders.map(({ id }) => id));

  const orphans: string[] = [];
  const found = new Set<string>();
  for (const prefix of ['segments/', 'renders/', 'exports/']) {
    for await (const { key } of stack.store.list(prefix)) {
      found.add(key);
      if (!belongs(key, named, ids, files)) orphans.push(key);
    }
  }
  const holes = [...named, ...files].filter((key) => !found.has(key));
  return {
    check: 'nothing orphaned in the object store after garbage collection, nothing missing',
    found:
      `${swept} objects collected; of ${found.size} left ${orphans.length} orphans, ` +
      `${holes.length} missing${firstOf([...orphans, ...holes])}`,
    ok: orphans.length + holes.length === 0,
  };
}

function belongs(key: string, named: Set<string>, renders: Set<string>, files: Set<string>): boolean {
  if (key.startsWith('segments/')) return named.has(key);
  if (key.startsWith('renders/')) return renders.has(key.split('/')[1] ?? '');
  return files.has(key);
}

/** Checks that no render job remains in any queue. */
export async function checkQueues(stack: ChaosStack): Promise<AuditLine> {
  // The leader checks every 2 s for completions without a notification; a job of a killed node stays locked for 10 s.
  await until('the queues are empty', 20_000, async () => (await jobsLeft(stack)).length === 0).catch(() => undefined);
  const left = await jobsLeft(stack);
  const memory = await stack.redis.info('memory');
  const bytes = Number(/used_memory:(\d+)/.exec(memory)?.[1]);
  return {
    check: 'Redis holds no dead job',
    found:
      `${left.length} jobs of renders, ${await stack.redis.dbsize()} keys, ` +
      `${(bytes / 1e6).toFixed(1)} MB in all${firstOf(left)}`,
    ok: left.length === 0,
  };
}

async function jobsLeft(stack: ChaosStack): Promise<string[]> {
  const keys = new Set<string>();
  const pattern = `${queuePrefix}:*:c_*`;
  let cursor = '0';
  do {
    const [next, some] = await stack.redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1_000);
    for (const key of some) keys.add(key);
    cursor = next;
  } while (cursor !== '0');
  return [...keys];
}

/** Time limit for orphaned render processes to end, in ms. They check their connection to the node after each frame. */
const orphanMs = 10_000;

/**
 * Checks that stopped nodes have left nothing behind: no process in a scratch folder, no scratch folder, and no lease
 * (the state that a node publishes in Redis).
 */
export async function checkLeftovers(stack: ChaosStack): Promise<AuditLine[]> {
  await until('leftovers are gone', orphanMs, async () => (await leftovers(stack)).faults === 0).catch(() => undefined);
  const { strays, folders, jobFolders, leases } = await leftovers(stack);
  return [
    {
      check: 'no process left of a node that is gone',
      found: strays === null ? 'not looked for: no /proc on this system' : `${strays.length} processes`,
      ok: strays === null || strays.length === 0,
    },
    {
      check: 'no scratch folder, no lease left',
      found:
        `${folders.length} folders of dead nodes, ${jobFolders} folders of jobs, ${leases.length} leases of dead ` +
        'nodes',
      ok: folders.length + jobFolders + leases.length === 0,
    },
  ];
}

async function leftovers(stack: ChaosStack) {
  const alive = stack.parts.filter((part) => part.isAlive());
  const root = join(stack.services.folder, 'scratch');
  const folders: string[] = [];
  let jobFolders = 0;
  for (const name of await readdir(root).catch(() => [])) {
    const owner = Number(name.split('~')[1]);
    if (!alive.some(({ pid }) => pid === owner)) folders.push(name);
    else
      jobFolders += (await readdir(join(root, name)).catch(() => [])).filter((entry) =>
        entry.startsWith('job-'),
      ).length;
  }
  const table = processTable();
  const ours = alive.map(({ pid }) => pid);
  const parentOf = (child: number) => table.find(({ pid }) => pid === child)?.parent ?? 0;
  // Includes processes whose folder was removed while they ran.
  const strays = processesIn(root)?.filter((pid) => !ours.includes(pid) && !ours.includes(parentOf(pid))) ?? null;
  const names = alive.map(({ name }) => name);
  const leases = (await readLeases(stack.redis)).filter(({ nodeId }) => !names.includes(nodeId));
  const faults = (strays?.length ?? 0) + folders.length + jobFolders + leases.length;
  return { strays, folders, jobFolders, leases, faults };
}
