import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { type WorkspaceRow, withProjectCount } from './workspace-record.ts';

/** The same answer for a workspace that does not exist and for one of somebody else. */
export function workspaceNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such workspace.');
}

/** The account's workspace. Throws `not_found`. */
export async function findWorkspace({ database }: ApiDeps, accountId: string, id: string): Promise<WorkspaceRow> {
  const where = { id, accountId };
  const row = isIdLike(id) ? await database.client.workspace.findFirst({ where, include: withProjectCount }) : null;
  if (!row) throw workspaceNotFound();
  return row;
}

/** Throws `not_found` when a workspace is named and the account has none of that id. */
export async function checkWorkspace(deps: ApiDeps, accountId: string, id: string | null | undefined): Promise<void> {
  if (id !== undefined && id !== null) await findWorkspace(deps, accountId, id);
}

/** What a write that puts a project into a workspace gives. Throws `not_found` when the workspace was deleted since it was checked. */
export async function intoWorkspace<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (cause) {
    // The database refuses references to what is gone.
    const isGone = cause instanceof Error && 'code' in cause && cause.code === 'P2003';
    throw isGone ? workspaceNotFound() : cause;
  }
}
