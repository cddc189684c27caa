import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';

/** Workspace record as the workspace list contains it. */
export type WorkspaceRecord =
  SessionPaths['/v1/workspaces']['get']['responses'][200]['content']['application/json']['workspaces'][number];

/** Query for the account's workspaces, newest first, 100 a page. */
export const workspacesQuery = infiniteQueryOptions({
  queryKey: ['workspaces'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/v1/workspaces', { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** Query for one workspace. */
export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: ['workspaces', id],
    queryFn: async () => (await answerOf(api.GET('/v1/workspaces/{id}', { params: { path: { id } } }))).workspace,
  });

/** Query for a workspace's projects, newest first, 50 a page. */
export const workspaceProjectsQuery = (workspace: string) =>
  infiniteQueryOptions({
    // Below the key of all projects, so that invalidating those also refetches these.
    queryKey: ['projects', 'of', workspace],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/v1/projects', { params: { query: { limit: 50, workspace, ...(cursor ? { cursor } : {}) } } })),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
