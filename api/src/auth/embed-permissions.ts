import type { Scope } from './scopes.ts';

/** Permissions of an embed session, and the scopes that each needs of the key that creates the session. */
const SCOPES = {
  view: ['projects.read', 'media.read', 'render.read'],
  edit: ['projects.write'],
  render: ['render.write'],
  upload: ['media.write'],
} as const satisfies Record<string, readonly Scope[]>;

/** Permission of an embed session. Every session has `view`. */
export type EmbedPermission = keyof typeof SCOPES;

/** All permissions, least first. */
export const EMBED_PERMISSIONS = ['view', 'edit', 'render', 'upload'] as const satisfies readonly EmbedPermission[];

/** Reach of an embed session: its project, its permissions and its media. It is at most a few seconds old. */
export interface EmbedReach {
  sessionId: string;
  projectId: string;
  permissions: readonly EmbedPermission[];
  /** Ids of the media that the session uploaded. It can also reach the media of its project. */
  mediaIds: readonly string[];
  /** Name of the person, as the product gave it; null when it gave none. */
  endUser: string | null;
}

/** Returns the permissions among `names`, with `view`, least first. */
export function permissionsOf(names: readonly string[]): EmbedPermission[] {
  return EMBED_PERMISSIONS.filter((one) => one === 'view' || names.includes(one));
}

/** Returns the scopes that permissions need. */
export function scopesOf(permissions: readonly EmbedPermission[]): Scope[] {
  return permissions.flatMap((permission): readonly Scope[] => SCOPES[permission]);
}
