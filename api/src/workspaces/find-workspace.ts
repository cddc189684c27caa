import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { type WorkspaceRow, withProjectCount } from './workspace-record.ts';

/** Creates the error for a missing workspace. Another account's workspace gets the same error. */
export function workspaceNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such workspace. Check its id.');
}

/** Returns a workspace of the account. Throws `not_found`. */
export async function findWorkspace({ database }: ApiDeps, accountId: string, id: string): Promise<WorkspaceRow> {
  const where = { id, accountId };
  const row = isIdLike(id) ? await database.client.workspace.findFirst({ where, include: withProjectCount }) : null;
  if (!row) throw workspaceNotFound();
  return row;
}

/** Throws `not_found` when `id` is not a workspace of the account. Null and undefined are accepted. */
export async function checkWorkspace(deps: ApiDeps, accountId: string, id: string | null | undefined): Promise<void> {
  if (id !== undefined && id !== null) await findWorkspace(deps, accountId, id);
}

/**
 * Awaits a write that puts a project into a workspace, and returns its result.
 * Throws `not_found` when the workspace was deleted after it was checked.
 */
export async function intoWorkspace<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    // The database refuses references to deleted rows.
    const isGone = cause instanceof Error && 'code' in cause && cause.code === 'P2003';
    throw isGone ? workspaceNotFound() : cause;
  }
}
