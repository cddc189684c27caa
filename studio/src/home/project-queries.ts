import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';

/** Project record as the project list contains it. */
export type ProjectRecord =
  SessionPaths['/v1/projects']['get']['responses'][200]['content']['application/json']['projects'][number];

/** Query for the account's projects, newest first, 50 a page. */
export const projectsQuery = infiniteQueryOptions({
  queryKey: ['projects'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/v1/projects', { params: { query: { limit: 50, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** Query for one project with its tracks and a short form of its clips. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: async () =>
      (await answerOf(api.GET('/v1/projects/{id}', { params: { path: { id }, query: { view: 'clips' } } }))).project,
  });

/**
 * Query for a project's variables, in the order of their first use. Each form refetches it, because edits change the
 * variables.
 */
export const variablesQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'variables'],
    staleTime: 0,
    queryFn: async () =>
      (await answerOf(api.GET('/v1/projects/{id}/variables', { params: { path: { id } } }))).variables,
  });

/** Returns the URL of a project's thumbnail. It changes only with the project's `rev`, so browsers can cache it. */
export function posterUrl({ id, rev }: Pick<ProjectRecord, 'id' | 'rev'>): string {
  return `/api/studio/projects/${id}/poster?rev=${rev}`;
}
