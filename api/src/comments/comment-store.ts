import type { Prisma } from '@framemill/infra';
import { recordEvent } from '@framemill/scheduler';
import { redisChannels } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import type { Static } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { afterCursor, newestFirst, pageOf } from '../http/paging.ts';
import { isIdLike, newId } from '../ids.ts';
import { lockAccountRow } from '../lock-account-row.ts';
import { projectNotFound } from '../projects/project-store.ts';
import {
  type CommentAuthor,
  type CommentRow,
  type CommentSchema,
  commentRecords,
  type ThreadSchema,
  threadRecords,
} from './comment-record.ts';

/** Maximum number of comments of a project, with answers. */
const MOST_COMMENTS = 1_000;

/** Comments that a new one of a caller counts against, per minute. */
export const COMMENT_BUCKET = { name: 'comments', limit: 60 };

/** Project whose comments are read or changed. */
export interface CommentedProject {
  readonly accountId: string;
  readonly projectId: string;
}

/** New comment: what it is about, what it says, and who wrote it. */
export interface NewComment {
  readonly timeSec: number;
  readonly endSec?: number | undefined;
  readonly point?: { readonly x: number; readonly y: number } | undefined;
  readonly text: string;
  readonly author: CommentAuthor;
}

type CommentRecord = Static<typeof CommentSchema>;
type Thread = Static<typeof ThreadSchema>;

/** Creates the error for a missing comment. One of another project gets the same error. */
function commentNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such comment in this project. Check its id.');
}

/** Throws `invalid_request` when the range of a comment ends before it begins. */
function requireRange({ timeSec, endSec }: Pick<NewComment, 'timeSec' | 'endSec'>): void {
  if (endSec === undefined || endSec > timeSec) return;
  const message = `body.endSec must be later than timeSec, ${timeSec} (got ${endSec}). Leave it out for a moment.`;
  throw new FramemillError('invalid_request', message, { field: 'body.endSec' });
}

/** Returns a page of a project's threads, newest first. `isOpen` undefined: open and resolved ones. */
export async function listThreads(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  { accountId, projectId }: CommentedProject,
  { cursor, limit, isOpen, isOwner }: { cursor?: string; limit: number; isOpen?: boolean; isOwner: boolean },
): Promise<{ comments: Thread[]; nextCursor: string | null }> {
  const states = isOpen === undefined ? {} : { resolvedAt: isOpen ? null : { not: null } };
  const rows = await client.projectComment.findMany({
    where: { projectId, parentId: null, ...states, ...afterCursor(cursor, 'cmt') },
    orderBy: newestFirst,
    take: limit + 1,
  });
  const { page, nextCursor } = pageOf(rows, limit);
  const answers = await client.projectComment.findMany({
    where: { parentId: { in: page.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return { comments: await threadRecords(client, { accountId, isOwner }, page, answers), nextCursor };
}

/**
 * Adds a comment to a project of the account and reports it to webhooks and open editors. Throws `not_found`,
 * `quota_exceeded` after MOST_COMMENTS, and `invalid_request` for an invalid range.
 */
export function addComment(deps: ApiDeps, project: CommentedProject, comment: NewComment): Promise<CommentRecord> {
  requireRange(comment);
  const { timeSec, endSec = null, point, text, author } = comment;
  const place = { timeSec, endSec, x: point?.x ?? null, y: point?.y ?? null };
  return insert(deps, project, async () => ({ parentId: null, ...place, text, author: { ...author } }));
}

/**
 * Adds an answer to the comment `parentId`. Throws like `addComment`, and `invalid_request` when that comment is an
 * answer itself.
 */
export function addAnswer(
  deps: ApiDeps,
  project: CommentedProject,
  parentId: string,
  { text, author }: Pick<NewComment, 'text' | 'author'>,
): Promise<CommentRecord> {
  return insert(deps, project, async (tx) => {
    const parent = await findComment(tx, project, parentId);
    if (parent.parentId !== null) {
      const message = `The comment ${parentId} is an answer, and answers have none. Answer ${parent.parentId} instead.`;
      throw new FramemillError('invalid_request', message);
    }
    return { parentId, timeSec: parent.timeSec, text, author: { ...author } };
  });
}

async function insert(
  deps: ApiDeps,
  project: CommentedProject,
  build: (tx: Prisma.TransactionClient) => Promise<Omit<Prisma.ProjectCommentUncheckedCreateInput, 'id' | 'projectId'>>,
): Promise<CommentRecord> {
  const { accountId, projectId } = project;
  deps.beginSaving();
  const record = await deps.database.client.$transaction(async (tx) => {
    // Two concurrent requests must not both use the last free place.
    await lockAccountRow(tx, accountId);
    await requireProject(tx, project);
    const used = await tx.projectComment.count({ where: { projectId } });
    if (used >= MOST_COMMENTS) {
      const message = `This project has ${used} comments, the maximum. Delete some of them.`;
      throw new FramemillError('quota_exceeded', message, { what: 'comments', used, limit: MOST_COMMENTS });
    }
    const data = { id: newId('cmt'), projectId, ...(await build(tx)) };
    const created = await recordOf(tx, accountId, await tx.projectComment.create({ data }));
    await recordEvent(tx, { type: 'comment.created', accountId, payload: created });
    return created;
  });
  await publishComment(deps, projectId, record.id);
  return record;
}

/**
 * Changes the text of a comment, resolves its thread or opens it again. Reports a resolved thread to webhooks, and each
 * change to open editors. Throws `not_found`, and `invalid_request` when an answer is resolved.
 */
export async function changeComment(
  deps: ApiDeps,
  project: CommentedProject,
  id: string,
  { text, resolved }: { text?: string | undefined; resolved?: boolean | undefined },
): Promise<CommentRecord> {
  const { accountId, projectId } = project;
  deps.beginSaving();
  const record = await deps.database.client.$transaction(async (tx) => {
    await requireProject(tx, project);
    const { parentId } = await findComment(tx, project, id);
    if (resolved !== undefined && parentId !== null) {
      const message = `The comment ${id} is an answer, and only threads are resolved. Resolve ${parentId} instead.`;
      throw new FramemillError('invalid_request', message, { field: 'body.resolved' });
    }
    const now = new Date();
    // A thread that is resolved twice keeps its first time, and is reported once.
    const resolving = resolved
      ? await tx.projectComment.updateMany({ where: { id, resolvedAt: null }, data: { resolvedAt: now } })
      : { count: 0 };
    const [row] = await tx.projectComment.updateManyAndReturn({
      where: { id },
      data: {
        updatedAt: now,
        ...(text === undefined ? {} : { text }),
        ...(resolved === false ? { resolvedAt: null } : {}),
      },
    });
    if (!row) throw commentNotFound();
    const changed = await recordOf(tx, accountId, row);
    if (resolving.count > 0) await recordEvent(tx, { type: 'comment.resolved', accountId, payload: changed });
    return changed;
  });
  await publishComment(deps, projectId, id);
  return record;
}

/** Deletes a comment with its answers, and reports it to open editors. Throws `not_found`. */
export async function removeComment(deps: ApiDeps, project: CommentedProject, id: string): Promise<void> {
  const { projectId } = project;
  deps.beginSaving();
  await deps.database.client.$transaction(async (tx) => {
    await requireProject(tx, project);
    const { count } = isIdLike(id) ? await tx.projectComment.deleteMany({ where: { id, projectId } }) : { count: 0 };
    if (count === 0) throw commentNotFound();
  });
  await publishComment(deps, projectId, id);
}

/** Copies the comments of a project to its copy `copyId`, in the transaction that creates the copy. */
export async function copyComments(tx: Prisma.TransactionClient, projectId: string, copyId: string): Promise<void> {
  // The id of the copy is random, so that nobody can guess the ids that are derived from it.
  await tx.$executeRaw`
    INSERT INTO "ProjectComment" ("id", "projectId", "parentId", "timeSec", "endSec", "x", "y", "text", "author",
      "createdAt", "updatedAt", "resolvedAt")
    SELECT 'cmt_' || md5(${copyId} || "id"), ${copyId}, 'cmt_' || md5(${copyId} || "parentId"), "timeSec", "endSec",
      "x", "y", "text", "author", "createdAt", "updatedAt", "resolvedAt"
    FROM "ProjectComment" WHERE "projectId" = ${projectId}`;
}

async function requireProject(tx: Prisma.TransactionClient, { accountId, projectId }: CommentedProject): Promise<void> {
  const count = isIdLike(projectId) ? await tx.project.count({ where: { id: projectId, accountId } }) : 0;
  if (count === 0) throw projectNotFound();
}

async function findComment(
  tx: Prisma.TransactionClient,
  { projectId }: CommentedProject,
  id: string,
): Promise<CommentRow> {
  const row = isIdLike(id) ? await tx.projectComment.findFirst({ where: { id, projectId } }) : null;
  if (!row) throw commentNotFound();
  return row;
}

async function recordOf(tx: Prisma.TransactionClient, accountId: string, row: CommentRow): Promise<CommentRecord> {
  const [record] = await commentRecords(tx, { accountId, isOwner: true }, [row]);
  if (!record) throw commentNotFound();
  return record;
}

/** Publishes that a comment was added, changed or removed. Best effort: an editor also reads them when it opens. */
async function publishComment({ redis, log }: ApiDeps, projectId: string, commentId: string): Promise<void> {
  try {
    await redis.publish(redisChannels.projectEvents(projectId), JSON.stringify({ type: 'comment', commentId }));
  } catch (error) {
    log.debug({ err: error, projectId }, 'a comment could not be published');
  }
}
