import { FramemillError } from '@framemill/timeline';

/** Throws `not_found` for every workspace: this version of the service has none yet, so no id can exist. */
export function refuseWorkspace(workspaceId: string | null | undefined): void {
  if (workspaceId === undefined || workspaceId === null) return;
  throw new FramemillError('not_found', 'There is no such workspace. Leave the workspace out.');
}
