import { Prisma } from '@framemill/infra';
import { type CommandResult, changesBetween, type Document, FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { refuseLarge } from '../limiter/too-heavy.ts';
import type { CommandInput } from './command-batch.ts';

/** Revs of a project whose changes are kept, and their bytes together: what is older is forgotten. */
export const KEPT_REVS = 2_000;
const KEPT_BYTES = 64_000_000;
/** Every so many revs the document is kept whole, so that an old state is few steps away; as often old changes are swept. */
const SNAPSHOT_EVERY = 100;
const SWEEP_EVERY = 20;

/** How a change came in. */
export type ChangeDoor = 'api' | 'mcp' | 'planner' | 'editor' | 'bot';

/** Who made a change: by which door, and with which credential. */
export interface ChangeAuthor {
  via: ChangeDoor;
  /** Null for people in the editor. */
  appId: string | null;
  keyId: string | null;
}

/** What is noted of a save beside the documents. */
export interface ChangeNote {
  author: ChangeAuthor;
  /** Empty for an undo or a restore. */
  commands: readonly CommandInput[];
  results?: readonly CommandResult[];
  batchId?: string | undefined;
  /** The rev whose change is taken back; the rev that is made the present one again. */
  undoes?: number;
  restores?: number;
}

/** The author of a call. */
export function authorOf({ credential }: Caller, via: ChangeDoor): ChangeAuthor {
  const { keyId, appId } = credential;
  // What people do in the editor comes through the same routes as what keys do.
  const isPerson = credential.type !== 'api_key' && credential.type !== 'oauth';
  return { via: isPerson && via === 'api' ? 'editor' : via, appId, keyId };
}

/** SQL that notes a change, an INSERT that reads `id` and `rev` from the rows of `saved`; and the JSON of what it did. */
export interface NotedChange {
  sql: Prisma.Sql;
  commands: string;
  changes: string;
}

/** Notes a change from `before` to `after`, whose JSON is `text`, which leads to `rev`. */
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
    ("projectId", "rev", "batchId", "author", "commands", "results", "changes", "inverse", "snapshot", "sizeBytes", "undoes", "restores")
    SELECT "id", "rev", ${note.batchId ?? null}, ${JSON.stringify(note.author)}::jsonb, ${commands}, ${results}, ${changes},
      ${inverse}, ${snapshot}, ${size}, ${note.undoes ?? null}::int, ${note.restores ?? null}::int FROM saved`;
  return { sql, commands, changes };
}

/** Forgets what is too old or too much. Cheap: it looks at one rev in twenty. */
export async function sweepChanges(
  { database, log }: Pick<ApiDeps, 'database' | 'log'>,
  projectId: string,
  rev: number,
) {
  if (rev % SWEEP_EVERY !== 0) return;
  const sweep = database.client.$executeRaw`
    DELETE FROM "ProjectChange" WHERE "projectId" = ${projectId} AND ("rev" <= ${rev - KEPT_REVS} OR "rev" <= (
      SELECT max("rev") FROM (
        SELECT "rev", sum("sizeBytes") OVER (ORDER BY "rev" DESC) AS total FROM "ProjectChange" WHERE "projectId" = ${projectId}
      ) AS sums WHERE total > ${KEPT_BYTES}))`;
  await sweep.catch((error: unknown) => log.warn({ err: error, projectId }, 'old changes of a project stay'));
}

/** A change as it is stored; `changes`, `commands` and `results` are JSON. */
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

/** The change that a batch made; null when it was not applied, or too long ago. The project must be the caller's. */
export async function changeOfBatch(
  { database }: ApiDeps,
  projectId: string,
  batchId: string,
): Promise<StoredChange | null> {
  const [found] = await database.client.$queryRaw<StoredChange[]>`
    SELECT ${storedColumns} FROM "ProjectChange" WHERE "projectId" = ${projectId} AND "batchId" = ${batchId}`;
  return found ?? null;
}

/** How many changes, and characters of them, one answer has. At least one change is in it. */
const PAGE = { changes: 200, characters: 2_000_000 };

/**
 * The changes after `since`, in order, as many as fit an answer; null when not all of them are kept. `present` is the project's rev.
 */
export async function changesSince(
  { database, side }: ApiDeps,
  projectId: string,
  since: number,
  present: number,
): Promise<StoredChange[] | null> {
  if (since >= present) return [];
  const found = await database.client.$queryRaw<StoredChange[]>`
    SELECT ${storedColumns} FROM (
      SELECT *, sum("sizeBytes") OVER (ORDER BY "rev") - "sizeBytes" AS before FROM (
        SELECT * FROM "ProjectChange" WHERE "projectId" = ${projectId} AND "rev" > ${since} ORDER BY "rev" LIMIT ${PAGE.changes}
      ) AS page
    ) AS sums WHERE before < ${PAGE.characters} ORDER BY "rev"`;
  const characters = found.reduce((sum, { commands, changes }) => sum + commands.length + changes.length, 0);
  if (side.kind === 'main') refuseLarge({ clips: 0, characters });
  return found[0]?.rev === since + 1 ? found : null;
}

/** The last `limit` changes before rev `before`, newest first. What they did to the document is left out. */
export async function changesBefore({ database }: ApiDeps, projectId: string, before: number, limit: number) {
  const found = await database.client.$queryRaw<Omit<StoredChange, 'changes' | 'results'>[]>`
    SELECT "rev", "batchId", "author", "commands", "undoes", "restores", "createdAt" FROM "ProjectChange"
    WHERE "projectId" = ${projectId} AND "rev" < ${before} ORDER BY "rev" DESC LIMIT ${limit}`;
  return found.map((one): StoredChange => ({ ...one, changes: '{}', results: null }));
}

/** One change with what takes it back, as JSON. Throws `not_found` when it is not kept. */
export async function inverseOf(deps: ApiDeps, projectId: string, rev: number): Promise<string> {
  const [found] = await deps.database.client.$queryRaw<{ inverse: string }[]>`
    SELECT "inverse" FROM "ProjectChange" WHERE "projectId" = ${projectId} AND "rev" = ${rev}`;
  if (!found) throw notKept(rev);
  if (deps.side.kind === 'main') refuseLarge({ clips: 0, characters: found.inverse.length });
  return found.inverse;
}

/** A whole document to begin from (null: the present one), and what leads from it back to `rev`, in the order to be applied. */
export interface WayBack {
  snapshot: string | null;
  inverses: string[];
}

/** How to get from the present state back to `rev`. Throws `not_found` when that is not kept, `TooHeavy` for a long way. */
export async function wayBack(deps: ApiDeps, projectId: string, rev: number, present: number): Promise<WayBack> {
  if (rev === present) return { snapshot: null, inverses: [] };
  if (rev > present) throw notKept(rev);
  const { client } = deps.database;
  const [base] = await client.$queryRaw<{ rev: number; snapshot: string }[]>`
    SELECT "rev", "snapshot" FROM "ProjectChange"
    WHERE "projectId" = ${projectId} AND "rev" >= ${rev} AND "rev" <= ${present} AND "snapshot" IS NOT NULL ORDER BY "rev" LIMIT 1`;
  const from = base?.rev ?? present;
  const rows = await client.$queryRaw<{ inverse: string }[]>`
    SELECT "inverse" FROM "ProjectChange" WHERE "projectId" = ${projectId} AND "rev" > ${rev} AND "rev" <= ${from}
    ORDER BY "rev" DESC`;
  if (rows.length !== from - rev) throw notKept(rev);
  const inverses = rows.map(({ inverse }) => inverse);
  const characters = [base?.snapshot ?? '', ...inverses].reduce((sum, { length }) => sum + length, 0);
  if (deps.side.kind === 'main') refuseLarge({ clips: 0, characters });
  return { snapshot: base?.snapshot ?? null, inverses };
}

function notKept(rev: number): FramemillError {
  return new FramemillError(
    'not_found',
    `Rev ${rev} of the project is not known. GET /v1/projects/{id}/history lists those that are.`,
  );
}
