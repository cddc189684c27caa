import { createHash, randomUUID } from 'node:crypto';
import type { Compression } from '@framemill/compositor/formats';
import type { Database } from '@framemill/infra';
import { isFinal, type RenderRow } from '@framemill/scheduler';
import { readLeases } from '@framemill/scheduler/protocol';
import { type Document, FramemillError, type MediaFacts } from '@framemill/timeline';
import { until } from '../measure/until.ts';
import { at, call } from '../stack/call.ts';
import type { ChaosAccount, ChaosStack } from './stack/chaos-stack.ts';

/**
 * Creates a project of the document and starts an MP4 render of it over HTTP, as a customer does. Retries for up to a
 * minute while the API answers 503. By default, each segment of the render lasts one second. Returns the render's id.
 */
export async function submit(
  stack: ChaosStack,
  { accountId, key }: ChaosAccount,
  document: Document,
  compression: Compression = 'fast',
): Promise<string> {
  const projectId = await storeProject(stack.database, accountId, document);
  const order = async () => {
    try {
      return await call(stack.apiHost, key, 'POST', '/renders', {
        ...{ projectId, quality: 'draft', compression },
      });
    } catch (error) {
      // "Nothing was done; try again later": the suite retries, as a customer would.
      if (error instanceof FramemillError && error.details.status === 503) return null;
      throw error;
    }
  };
  const answer = await until('the render is taken', 60_000, order, { everyMs: 500 });
  return String(at(answer, 'render', 'id'));
}

/** Writes a project with the document directly to a database and returns its id. */
export async function storeProject({ client }: Database, accountId: string, document: Document): Promise<string> {
  const id = `prj_${randomUUID()}`;
  // The database stores this JSON anyway.
  const json = JSON.parse(JSON.stringify(document));
  const data = { id, accountId, name: 'chaos', document: json, clipCount: document.clips.length };
  await client.project.create({ data });
  return id;
}

/**
 * Waits for the end of a render, even while services are unavailable. Throws when it ends with another status than
 * `status`, or not within the timeout.
 */
export async function finished(
  stack: ChaosStack,
  renderId: string,
  options: { status?: string; timeoutMs?: number } = {},
): Promise<RenderRow> {
  const { status = 'COMPLETED', timeoutMs = 400_000 } = options;
  const row = await until(`render ${renderId} has ended`, timeoutMs, () => ended(stack, renderId), {
    // Many renders are awaited at once, and their times are not measured here.
    everyMs: 150,
    forgiving: true,
  }).catch(async (cause) => {
    throw new FramemillError('unavailable', `${cause.message} ${await whereItHangs(stack, renderId)}`, {}, { cause });
  });
  if (row.status === status) return row;
  throw new FramemillError(
    'internal_error',
    `Render ${renderId} ended as ${row.status} instead of ${status}: ${row.errorMsg ?? 'no error'}`,
  );
}

/** Describes the state of a stuck render: its database rows, the nodes' leases and the queues. */
async function whereItHangs(stack: ChaosStack, renderId: string): Promise<string> {
  const { status, stage } = await stack.database.client.render.findUniqueOrThrow({ where: { id: renderId } });
  const tasks = await stack.database.client.task.findMany({
    where: { renderId, status: { not: 'DONE' } },
    include: { ledger: { orderBy: { number: 'asc' } } },
  });
  const leases = await readLeases(stack.redis);
  const describe = async ({ outcome, jobId, nodeId }: { outcome: string; jobId: string; nodeId: string | null }) => {
    const holders = leases.filter(({ running }) => running.some((job) => job.jobId === jobId));
    const keys = (await stack.redis.keys(`*:${jobId}`)).join(' ');
    return (
      `${outcome} on ${nodeId}, held by ${holders.map((lease) => lease.nodeId).join(' ') || 'none'}, in Redis: ` +
      `${keys || 'nothing'}`
    );
  };
  const lines = await Promise.all(
    tasks.map(async (task) => {
      const attempts = await Promise.all(task.ledger.map(describe));
      return `${task.kind} ${task.firstSegment} is ${task.status} (${attempts.join('; ') || 'no attempts'})`;
    }),
  );
  return `The render is ${status} in stage ${stage}; open tasks: ${lines.join(', ') || 'none'}.`;
}

async function ended(stack: ChaosStack, renderId: string): Promise<RenderRow | null> {
  const row = await stack.database.client.render.findUniqueOrThrow({ where: { id: renderId } });
  return isFinal(row.status) ? row : null;
}

/** Returns the time from the acceptance of a completed render until its file existed, in seconds. */
export function wallSecOf({ createdAt, completedAt }: RenderRow): number {
  return ((completedAt?.getTime() ?? 0) - createdAt.getTime()) / 1_000;
}

/** Returns the SHA-256 of a render's file, in hexadecimal. */
export async function exportHash(stack: ChaosStack, row: RenderRow): Promise<string> {
  const { body } = await stack.store.get(row.exportKey ?? '');
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
}

/** Adds a media file with known properties to an account, without probing the file. Returns the media id. */
export async function giveMedia(
  stack: ChaosStack,
  { accountId }: ChaosAccount,
  { bytes, facts }: { bytes: Uint8Array; facts: MediaFacts },
): Promise<string> {
  const id = `med_${randomUUID()}`;
  const objectKey = `uploads/${id}`;
  await stack.store.put(objectKey, bytes);
  const { sha256, sizeBytes, kind } = facts;
  const data = {
    id,
    accountId,
    name: 'chaos',
    status: 'READY',
    kind,
    sizeBytes,
    sha256,
    objectKey,
    facts: { ...facts },
  };
  await stack.database.client.media.create({ data });
  return id;
}
