import { Prisma } from '@framemill/infra';
import { redisChannels } from '@framemill/scheduler/protocol';
import { type CommandResult, changesBetween, type Document, FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { requireLight } from '../limiter/cost-limits.ts';
import type { CommandInput } from './command-batch.ts';

/**
 * Limits on the stored changes of a project: their number (`KEPT_REVS`) and their total size in bytes (`KEPT_BYTES`).
 * Older changes are deleted.
 */
export const KEPT_REVS = 2_000;
const KEPT_BYTES = 64_000_000;
/**
 * Number of revisions between two full snapshots of the document, and between two deletions of old changes.
 * Snapshots limit the number of changes that must be undone to restore an old revision.
 */
const SNAPSHOT_EVERY = 100;
const SWEEP_EVERY = 20;

/** Part of the service through which a change was made. */
export type ChangeDoor = 'api' | 'mcp' | 'planner' | 'editor' | 'bot';

/** Author of a change: the part of the service that was used, and the credential. */
export interface ChangeAuthor {
  via: ChangeDoor;
  /** Id of the app. `null` for people in the editor, and for credentials without an app. */
  appId: string | null;
  keyId: string | null;
  /** Name of the person in an embed session, as the product gave it. Absent otherwise. */
  endUser?: string | null;
}

/** Data about a change that is stored with it, in addition to the documents before and after the change. */
export interface ChangeNote {
  author: ChangeAuthor;
  /** Commands of the change. Empty for an undo or a restore. */
  commands: readonly CommandInput[];
  results?: readonly CommandResult[];
  batchId?: string | undefined;
  /** Revision whose change this change undoes, or revision whose document it restores. Absent for other changes. */
  undoes?: number;
  restores?: number;
}

/** Returns the author of a caller's change. */
export function authorOf({ credential, embed }: Caller, via: ChangeDoor): ChangeAuthor {
  const { keyId, appId } = credential;
  // The editor uses the same routes as API keys.
  const isPerson = credential.type !== 'api_key' && credential.type !== 'oauth';
  const endUser = embed ? { endUser: embed.endUser } : {};
  return { via: isPerson && via === 'api' ? 'editor' : via, appId, keyId, ...endUser };
}

/**
 * Returns the id of the program that made a change, for open editors of the account; null for people in an editor,
 * also when they use its assistant.
 */
export function programIdOf({ via, appId, keyId }: ChangeAuthor): string | null {
  return via === 'editor' || via === 'planner' ? null : `${via}-${appId ?? keyId ?? 'account'}`;
}

/**
 * Prepared record of a change: an SQL statement, and the JSON of the change's commands and effects.
 * The SQL is an INSERT that reads `id` and `rev` from `saved`, a common table expression (CTE) of the caller's
 * statement.
 */
interface NotedChange {
  sql: Prisma.Sql;
  commands: string;
  changes: string;
}

/**
 * Builds the record of the change from document `before` to `after`, which creates revision `rev`. `text` is the JSON
 * of `after`.
 */
export function noteChange(
  before: Document,
  after: Document,
  rev: number,
  text: string,
  note: ChangeNote,
): NotedChange {
  const changes = JSON.stringify(changesBetween(after, before));
  const inverse = JSON.stringify(changesBetween(before, after));
  const commands = JSON.stringify(note.commands);
  const results = note.results ? JSON.stringify(note.results) : null;
  const snapshot = rev % SNAPSHOT_EVERY === 0 ? text : null;
  const size = [changes, inverse, commands, results, snapshot].reduce((sum, one) => sum + (one?.length ?? 0), 0);
  const sql = Prisma.sql`INSERT INTO "ProjectChange"
    ("projectId", "rev", "batchId", "author", "commands", "results", "changes", "inverse",
    "snapshot", "sizeBytes", "undoes", "restores")
    SELECT "id", "rev", ${note.batchId ?? null}, ${JSON.stringify(note.author)}::jsonb, ${commands},
      ${results}, ${changes},
      ${inverse}, ${snapshot}, ${size}, ${note.undoes ?? null}::int, ${note.restores ?? null}::int FROM saved`;
  return { sql, commands, changes };
}

/**
 * Deletes a project's changes that are too old or exceed the size limit. To limit the cost, it does so only at every
 * 20th revision.
 */
export async function sweepChanges(
  { database, log }: Pick<ApiDeps, 'database' | 'log'>,
  projectId: string,
  rev: number,
) {
  if (rev % SWEEP_EVERY !== 0) return;
  const sweep = database.client.$executeRaw`
    DELETE FROM "ProjectChange" WHERE "projectId" = ${projectId} AND ("rev" <= ${rev - KEPT_REVS} OR "rev" <= (
      SELECT max("rev") FROM (
        SELECT "rev", sum("sizeBytes") OVER (ORDER BY "rev" DESC) AS total
          FROM "ProjectChange" WHERE "projectId" = ${projectId}
      ) AS sums WHERE total > ${KEPT_BYTES}))`;
  await sweep.catch((error: unknown) => log.warn({ err: error, projectId }, 'old project changes were not deleted'));
}

/** Change as it is stored in the database. `changes`, `commands` and `results` are JSON texts. */
export interface StoredChange {
  rev: number;
  batchId: string | null;
  author: ChangeAuthor;
  commands: string;
  results: string | null;
  changes: string;
  undoes: number | null;
  restores: number | null;
  createdAt: Date;
}

const storedColumns = Prisma.raw(
  ['rev', 'batchId', 'author', 'commands', 'results', 'changes', 'undoes', 'restores', 'createdAt']
    .map((column) => `"${column}"`)
    .join(', '),
);

/**
 * Finds the change that a batch of commands made.
 * Returns `null` when the batch was not applied, or its change is no longer stored. The caller must have checked that
 * the project belongs to the account.
 */
export async function changeOfBatch(
  { database }: ApiDeps,
  projectId: string,
  batchId: string,
): Promise<StoredChange | null> {
  const [found] = await database.client.$queryRaw<StoredChange[]>`
    SELECT ${storedColumns} FROM "ProjectChange" WHERE "projectId" = ${projectId} AND "batchId" = ${batchId}`;
  return found ?? null;
}

/**
 * Maximum number of changes in one response, and their maximum total size in characters. A response has at least one
 * change, even if it is larger.
 */
const PAGE = { changes: 200, characters: 2_000_000 };

/**
 * Returns the changes after revision `since` in order, as many as fit in one response.
 * Returns `null` when some of them are no longer stored. `present` is the project's current revision. On the main
 * thread, throws `CostLimitExceeded` for large changes; a worker thread then repeats the call.
 */
export async function changesSince(
  deps: ApiDeps,
  projectId: string,
  since: number,
  present: number,
): Promise<StoredChange[] | null> {
  if (since >= present) return [];
  const found = await deps.database.client.$queryRaw<StoredChange[]>`
    SELECT ${storedColumns} FROM (
      SELECT *, sum("sizeBytes") OVER (ORDER BY "rev") - "sizeBytes" AS before FROM (
        SELECT * FROM "ProjectChange" WHERE "projectId" = ${projectId} AND "rev" > ${since}
          ORDER BY "rev" LIMIT ${PAGE.changes}
      ) AS page
    ) AS sums WHERE before < ${PAGE.characters} ORDER BY "rev"`;
  const characters = found.reduce((sum, { commands, changes }) => sum + commands.length + changes.length, 0);
  requireLight(deps, { characters });
  return found[0]?.rev === since + 1 ? found : null;
}

/**
 * Returns the last `limit` changes before revision `before`, newest first. Their `changes` and `results` are not
 * loaded.
 */
export async function changesBefore({ database }: ApiDeps, projectId: string, before: number, limit: number) {
  const found = await database.client.$queryRaw<Omit<StoredChange, 'changes' | 'results'>[]>`
    SELECT "rev", "batchId", "author", "commands", "undoes", "restores", "createdAt" FROM "ProjectChange"
    WHERE "projectId" = ${projectId} AND "rev" < ${before} ORDER BY "rev" DESC LIMIT ${limit}`;
  return found.map((one): StoredChange => ({ ...one, changes: '{}', results: null }));
}

/**
 * Returns the JSON of the change set that undoes one revision.
 * Throws `not_found` when the revision's change is not stored. On the main thread, throws `CostLimitExceeded` for a
 * large change; a worker thread then repeats the call.
 */
export async function inverseOf(deps: ApiDeps, projectId: string, rev: number): Promise<string> {
  const [found] = await deps.database.client.$queryRaw<{ inverse: string }[]>`
    SELECT "inverse" FROM "ProjectChange" WHERE "projectId" = ${projectId} AND "rev" = ${rev}`;
  if (!found) throw notKept(rev);
  requireLight(deps, { characters: found.inverse.length });
  return found.inverse;
}

/**
 * Data from which the document of an old revision is computed.
 * `snapshot` is the full document to start from; null means the current document. `inverses` are the change sets to
 * apply to it, in order.
 */
export interface WayBack {
  snapshot: string | null;
  inverses: string[];
}

/**
 * Finds the snapshot and the change sets from which the document of revision `rev` can be computed.
 * Throws `not_found` when they are not stored. On the main thread, throws `CostLimitExceeded` when they are large; a
 * worker thread then repeats the call.
 */
export async function wayBack(deps: ApiDeps, projectId: string, rev: number, present: number): Promise<WayBack> {
  if (rev === present) return { snapshot: null, inverses: [] };
  if (rev > present) throw notKept(rev);
  const { client } = deps.database;
  const [base] = await client.$queryRaw<{ rev: number; snapshot: string }[]>`
    SELECT "rev", "snapshot" FROM "ProjectChange"
    WHERE "projectId" = ${projectId} AND "rev" >= ${rev} AND "rev" <= ${present}
      AND "snapshot" IS NOT NULL ORDER BY "rev" LIMIT 1`;
  const from = base?.rev ?? present;
  const rows = await client.$queryRaw<{ inverse: string }[]>`
    SELECT "inverse" FROM "ProjectChange" WHERE "projectId" = ${projectId} AND "rev" > ${rev} AND "rev" <= ${from}
    ORDER BY "rev" DESC`;
  if (rows.length !== from - rev) throw notKept(rev);
  const inverses = rows.map(({ inverse }) => inverse);
  const characters = [base?.snapshot ?? '', ...inverses].reduce((sum, { length }) => sum + length, 0);
  requireLight(deps, { characters });
  return { snapshot: base?.snapshot ?? null, inverses };
}

function notKept(rev: number): FramemillError {
  return new FramemillError(
    'not_found',
    `Revision ${rev} of the project is not stored. GET /v1/projects/{id}/history lists the stored ones.`,
  );
}

/**
 * Maximum size, in characters, of the commands and changes sent with an event. Clients request larger changes from the
 * API.
 */
const MOST_CHARACTERS = 32_000;

/**
 * Publishes an event for a new revision of a project.
 * Open editors receive its changes, and pages that list projects receive its revision. Best effort: a client that
 * misses the event gets the revision with its next request.
 */
export async function tellChange(
  { redis, log }: Pick<ApiDeps, 'redis' | 'log'>,
  accountId: string,
  { id, rev }: { id: string; rev: number },
  { author, batchId, undoes, restores }: ChangeNote,
  { commands, changes }: NotedChange,
): Promise<void> {
  const past = { undoes: undoes ?? null, restores: restores ?? null };
  const at = new Date().toISOString();
  const programId = programIdOf(author);
  const head = { type: 'commands', rev, author: { via: author.via }, programId, batchId: batchId ?? null, at, ...past };
  const isShort = commands.length + changes.length <= MOST_CHARACTERS;
  const change = isShort ? { ...head, commands: JSON.parse(commands), changes: JSON.parse(changes) } : head;
  const project = { type: 'project', projectId: id, rev };
  try {
    await Promise.all([
      redis.publish(redisChannels.projectEvents(id), JSON.stringify(change)),
      redis.publish(redisChannels.accountEvents(accountId), JSON.stringify(project)),
    ]);
  } catch (error) {
    log.debug({ err: error, projectId: id }, 'a change of a project could not be published');
  }
}
