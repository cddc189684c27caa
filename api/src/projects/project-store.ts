import { Prisma } from '@framemill/infra';
import { type Document, durationSec, FramemillError, jsonSize, parseDocument } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { isIdLike, mediaIdsIn, newId } from '../ids.ts';
import { requireLight } from '../limiter/cost-limits.ts';
import { lockAccountRow } from '../lock-account-row.ts';
import { type ChangeNote, noteChange, sweepChanges, tellChange } from './change-journal.ts';
import type { ProjectRow } from './project-record.ts';
import { noteTouched, touchedParts } from './touched-parts.ts';
import { intoWorkspace } from './workspace-record.ts';

/** Project: its database row, and its document. */
export interface Project {
  row: ProjectRow;
  document: Document;
}

/** Maximum size of a stored document, in bytes of JSON. */
export const MAX_DOCUMENT_BYTES = 8_000_000;

/** Prisma `select` of all project columns except the document. */
export const projectColumns = {
  id: true,
  name: true,
  rev: true,
  createdAt: true,
  updatedAt: true,
  durationSec: true,
  clipCount: true,
  workspaceId: true,
} as const;

// Documents are read and written as text. The database client would visit every value of a JSON column, which costs a
// third of what a batch of commands costs.
const rowSql = Prisma.raw(
  Object.keys(projectColumns)
    .map((column) => `"${column}"`)
    .join(', '),
);

/** Creates the error for a missing project. A project of another account gets the same error. */
export function projectNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such project. Check its id.');
}

/**
 * Loads a project of the account with its document.
 * Throws `not_found`. On the main thread, throws `CostLimitExceeded` for a large project; a worker thread then repeats
 * the call.
 */
export async function loadProject(deps: ApiDeps, accountId: string, id: string): Promise<Project> {
  if (!isIdLike(id)) throw projectNotFound();
  const { database, documents, workLimits } = deps;
  const kept = documents?.find(id);
  const { clips, storedBytes: bytes } = workLimits ?? NO_LIMITS;
  // One query for small and large documents: the stored size is known without reading the document.
  const [found] = await database.client.$queryRaw<(ProjectRow & { text: string | null; storedBytes: number })[]>`
    SELECT ${rowSql}, pg_column_size("document") AS "storedBytes",
      CASE WHEN "rev" <> ${kept?.rev ?? 0} AND "clipCount" <= ${clips} AND pg_column_size("document") <= ${bytes}
        THEN "document"::text END AS "text"
    FROM "Project" WHERE "id" = ${id} AND "accountId" = ${accountId}`;
  if (!found) throw projectNotFound();
  const { text, storedBytes, ...row } = found;
  if (kept && text === null) return { row, document: kept.document };
  requireLight(deps, { clips: row.clipCount, storedBytes, characters: text?.length });
  const document = parseDocument(JSON.parse(text ?? ''));
  documents?.keep(id, { rev: row.rev, document }, text?.length ?? 0);
  return { row, document };
}

/** Limits that every project meets: the largest integers that the database can store. Worker threads use them. */
const NO_LIMITS = { clips: 2 ** 31 - 1, storedBytes: 2 ** 31 - 1 };

/** Finds the row of a project of the account, without its document. Throws `not_found`. */
export async function findProject({ database }: ApiDeps, accountId: string, id: string): Promise<ProjectRow> {
  if (!isIdLike(id)) throw projectNotFound();
  const row = await database.client.project.findFirst({ where: { id, accountId }, select: projectColumns });
  if (!row) throw projectNotFound();
  return row;
}

/**
 * Throws `CostLimitExceeded` on the main thread for a project with a large document. A worker thread then repeats the
 * call.
 */
export async function requireLightProject(deps: ApiDeps, accountId: string, id: string): Promise<void> {
  const [found] = await deps.database.client.$queryRaw<{ clips: number; storedBytes: number }[]>`
    SELECT "clipCount" AS "clips", pg_column_size("document") AS "storedBytes"
    FROM "Project" WHERE "id" = ${id} AND "accountId" = ${accountId}`;
  if (found) requireLight(deps, found);
}

/**
 * Saves a changed document if the project is still at `project.row.rev`, and returns the new row. Throws 409
 * `invalid_request` with `conflictCode: stale_rev` and the current `rev` when another request has saved the project
 * first. One SQL statement saves the document and records the change with `note`. A change is therefore recorded for
 * every revision.
 */
export async function saveDocument(
  deps: ApiDeps,
  accountId: string,
  project: Project,
  document: Document,
  note: ChangeNote,
): Promise<ProjectRow> {
  const { id, rev } = project.row;
  const { client } = deps.database;
  const { name, text, clipCount, durationSec: seconds, mediaIds } = documentColumns(document);
  const noted = noteChange(project.document, document, rev + 1, text, note);
  deps.beginSaving();
  const [saved] = await client.$queryRaw<ProjectRow[]>`
    WITH saved AS (
      UPDATE "Project" SET "name" = ${name}, "document" = ${newDocument(project.document, document, text)},
        "clipCount" = ${clipCount}, "durationSec" = ${seconds}, "mediaIds" = ${newMediaIds(mediaIds)},
        "rev" = "rev" + 1, "mediaRev" = "rev" + 1, "updatedAt" = ${new Date()}
    WHERE "id" = ${id} AND "accountId" = ${accountId} AND "rev" = ${rev} RETURNING ${rowSql}),
    noted AS (${noted.sql})
    SELECT * FROM saved`.catch(noneWhenSent);
  if (saved) {
    // A large project is usually edited again soon. Reading and checking it again would take longer than the edit.
    deps.documents?.keep(id, { rev: saved.rev, document }, text.length);
    await Promise.all([
      noteTouched(deps, id, saved.rev, touchedParts(project.document, document)),
      sweepChanges(deps, id, saved.rev),
      tellChange(deps, accountId, saved, note, noted),
    ]);
    return saved;
  }
  const current = await client.project.findFirst({ where: { id, accountId }, select: { rev: true } });
  if (!current) throw projectNotFound();
  throw staleRev(current.rev);
}

/**
 * Returns no rows if `error` says that another request has just used the same batch id, and rethrows other errors.
 * The caller then reports a stale revision, and its client reads the changes.
 */
function noneWhenSent(error: unknown): [] {
  if (error instanceof Prisma.PrismaClientKnownRequestError && /23505|batchId/.test(JSON.stringify(error))) return [];
  throw error;
}

/**
 * Returns the SQL expression for the changed document.
 * If the clips are unchanged, only the changed fields are sent, because the database spends most of its time on parsing
 * the JSON of thousands of clips.
 */
function newDocument(before: Document, after: Document, text: string): Prisma.Sql {
  if (before.clips !== after.clips) return Prisma.sql`${text}::jsonb`;
  const changed = Object.entries(after).filter(([field, value]) => Reflect.get(before, field) !== value);
  const removed = Object.keys(before).filter((field) => !(field in after));
  return Prisma.sql`("document" - ${removed}::text[]) || ${JSON.stringify(Object.fromEntries(changed))}::jsonb`;
}

/**
 * Returns the SQL expression for the media ids of a changed document. It keeps a stored value that is equal: PostgreSQL
 * would otherwise write all entries of the row into all indexes again when it stores many ids apart from the row.
 */
function newMediaIds(mediaIds: string[]): Prisma.Sql {
  return Prisma.sql`CASE WHEN "mediaIds" = ${mediaIds}::text[] THEN "mediaIds" ELSE ${mediaIds}::text[] END`;
}

/** Creates the 409 error for a change that was based on an old revision. */
export function staleRev(rev: number, details: Record<string, unknown> = {}): FramemillError {
  const message = `The project has changed and is now at revision ${rev}. Read it again and resend what still applies.`;
  return new FramemillError('invalid_request', message, { conflictCode: 'stale_rev', rev, ...details });
}

/**
 * Inserts a project into a workspace, or into none (`null`).
 * Throws 402 `quota_exceeded` when the account has as many projects as its plan allows, and `not_found` when the
 * workspace does not exist. `id` is passed only by callers that must know the id before the project exists.
 */
export async function insertProject(
  deps: ApiDeps,
  caller: Pick<Caller, 'accountId' | 'plan'>,
  document: Document,
  workspaceId: string | null,
  id: string = newId('prj'),
): Promise<ProjectRow> {
  const { accountId } = caller;
  const { maxProjects } = caller.plan;
  const { text, ...columns } = documentColumns(document);
  const json: Prisma.InputJsonObject = JSON.parse(text);
  deps.beginSaving();
  const data = { id, accountId, workspaceId, ...columns, mediaRev: 1, document: json };
  const { client } = deps.database;
  if (maxProjects === null) return intoWorkspace(client.project.create({ data, select: projectColumns }));
  return client.$transaction(async (tx) => {
    // Two concurrent creations must not both use the last free slot.
    await lockAccountRow(tx, accountId);
    const count = await tx.project.count({ where: { accountId } });
    if (count >= maxProjects) throw tooManyProjects(count, maxProjects);
    return intoWorkspace(tx.project.create({ data, select: projectColumns }));
  });
}

/**
 * Moves a project into a workspace; `null` removes it from its workspace.
 * Throws `not_found` for a project or workspace that does not exist.
 */
export async function placeProject(
  { database }: ApiDeps,
  accountId: string,
  id: string,
  workspaceId: string | null,
): Promise<ProjectRow> {
  if (!isIdLike(id)) throw projectNotFound();
  const where = { id, accountId };
  const update = { where, data: { workspaceId }, select: projectColumns };
  const [placed] = await intoWorkspace(database.client.project.updateManyAndReturn(update));
  if (!placed) throw projectNotFound();
  return placed;
}

/**
 * Throws `quota_exceeded` if the account has as many projects as its plan allows.
 * Call it before other work for a new project; `insertProject` makes the final check.
 */
export async function checkProjectQuota(deps: ApiDeps, caller: Caller): Promise<void> {
  const { maxProjects } = caller.plan;
  if (maxProjects === null) return;
  const count = await deps.database.client.project.count({ where: { accountId: caller.accountId } });
  if (count >= maxProjects) throw tooManyProjects(count, maxProjects);
}

/** Creates the error for a project beyond the plan's limit. */
export function tooManyProjects(count: number, limit: number): FramemillError {
  const message = `The plan allows ${limit} projects, and ${count} exist. Delete one or move to a larger plan.`;
  return new FramemillError('quota_exceeded', message, { what: 'projects', used: count, limit });
}

function documentColumns(document: Document) {
  // Estimate the size first: commands that copy clips can turn a small document into gigabytes of JSON.
  if (jsonSize(document, MAX_DOCUMENT_BYTES * 2) > MAX_DOCUMENT_BYTES * 2) throw tooLarge('far more');
  const text = JSON.stringify(document);
  const sizeBytes = Buffer.byteLength(text);
  if (sizeBytes > MAX_DOCUMENT_BYTES) throw tooLarge(`${sizeBytes} bytes, more`);
  return {
    name: document.settings.name,
    text,
    clipCount: document.clips.length,
    durationSec: durationSec(document),
    mediaIds: mediaIdsIn(text),
  };
}

function tooLarge(size: string): FramemillError {
  const message = `The project would take ${size} than the limit of ${MAX_DOCUMENT_BYTES} bytes. Use fewer clips.`;
  return new FramemillError('payload_too_large', message);
}
