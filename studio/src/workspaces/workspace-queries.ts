import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';

/** A workspace as lists show it. */
export type WorkspaceRecord =
  SessionPaths['/v1/workspaces']['get']['responses'][200]['content']['application/json']['workspaces'][number];

/** The workspaces of the account, newest first, page by page. */
export const workspacesQuery = infiniteQueryOptions({
  queryKey: ['workspaces'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/v1/workspaces', { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** One workspace. */
export const workspaceQuery = (id: string) =>
  queryOptions({
    queryKey: ['workspaces', id],
    queryFn: async () => (await answerOf(api.GET('/v1/workspaces/{id}', { params: { path: { id } } }))).workspace,
  });

/** The projects of a workspace, newest first, page by page. */
export const workspaceProjectsQuery = (workspace: string) =>
  infiniteQueryOptions({
    // Whatever changes a project reads these anew, too.
    queryKey: ['projects', 'of', workspace],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/v1/projects', { params: { query: { limit: 50, workspace, ...(cursor ? { cursor } : {}) } } })),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
