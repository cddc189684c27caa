import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';

/** A project as lists show it. */
export type ProjectRecord =
  SessionPaths['/v1/projects']['get']['responses'][200]['content']['application/json']['projects'][number];

/** The projects of the account, newest first, page by page. */
export const projectsQuery = infiniteQueryOptions({
  queryKey: ['projects'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/v1/projects', { params: { query: { limit: 50, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** One project with its tracks and clips in short. */
export const projectQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id],
    queryFn: async () =>
      (await answerOf(api.GET('/v1/projects/{id}', { params: { path: { id }, query: { view: 'clips' } } }))).project,
  });

/** The variables of a project, in the order of their first use. Edits change them: each form asks anew. */
export const variablesQuery = (id: string) =>
  queryOptions({
    queryKey: ['projects', id, 'variables'],
    staleTime: 0,
    queryFn: async () =>
      (await answerOf(api.GET('/v1/projects/{id}/variables', { params: { path: { id } } }))).variables,
  });

/** Address of a small picture of a project, the same while its `rev` is. */
export function posterUrl({ id, rev }: Pick<ProjectRecord, 'id' | 'rev'>): string {
  return `/api/studio/projects/${id}/poster?rev=${rev}`;
}
