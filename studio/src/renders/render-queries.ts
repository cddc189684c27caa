import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { BESIDE_EVENTS_MS } from '../client/beside-events.ts';

/** A render as answers show it. */
export type RenderRecord =
  SessionPaths['/v1/renders/{id}']['get']['responses'][200]['content']['application/json']['render'];

/** The segments of a render, and what failed. */
export type RenderMap =
  SessionPaths['/api/studio/renders/{id}/map']['get']['responses'][200]['content']['application/json'];

/** Renders of the account, or of one project, newest first, page by page. Events keep them fresh. */
export const rendersQuery = (projectId?: string) =>
  infiniteQueryOptions({
    queryKey: ['renders', 'list', projectId ?? null],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(
        api.GET('/v1/renders', {
          params: { query: { limit: 30, ...(cursor ? { cursor } : {}), ...(projectId ? { projectId } : {}) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** One render. */
export const renderQuery = (id: string) =>
  queryOptions({
    queryKey: ['renders', id],
    queryFn: async () => (await answerOf(api.GET('/v1/renders/{id}', { params: { path: { id } } }))).render,
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? BESIDE_EVENTS_MS : false),
  });

/** The segments of one render. */
export const renderMapQuery = (id: string) =>
  queryOptions({
    queryKey: ['render-map', id],
    queryFn: () => answerOf(api.GET('/api/studio/renders/{id}/map', { params: { path: { id } } })),
  });

/** What a render was ordered with; null: it is not known. It never changes. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['render-order', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await answerOf(api.GET('/api/studio/renders/{id}/order', { params: { path: { id } } }))).order,
  });

/** How often a render that goes on is asked for where no events are heard, in milliseconds. */
const ASK_MS = 1_000;

/** One render with its segments, asked for again and again until it has ended: for where no events are heard. */
export const watchedRenderQuery = (id: string) =>
  queryOptions({
    queryKey: ['renders', id, 'watched'],
    async queryFn() {
      const path = { id };
      const [{ render }, map] = await Promise.all([
        answerOf(api.GET('/v1/renders/{id}', { params: { path } })),
        answerOf(api.GET('/api/studio/renders/{id}/map', { params: { path } })),
      ]);
      return { render, map };
    },
    refetchInterval: ({ state: { data } }) => (data && !isActive(data.render) ? false : ASK_MS),
  });

/** Whether a render goes on. */
export function isActive({ status }: Pick<RenderRecord, 'status'>): boolean {
  return status === 'PENDING' || status === 'PROCESSING';
}
