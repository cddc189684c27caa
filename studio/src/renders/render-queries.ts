import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { access } from '../client/access.ts';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { BESIDE_EVENTS_MS } from '../client/query-client.ts';

/** Render record as API responses contain it. */
export type RenderRecord =
  SessionPaths['/v1/renders/{id}']['get']['responses'][200]['content']['application/json']['render'];

/** Segments and failed attempts of one render. */
export type RenderMap =
  SessionPaths['/api/studio/renders/{id}/map']['get']['responses'][200]['content']['application/json'];

/** Query for the renders of the account, or of one project, newest first, 30 a page. Account events refresh it. */
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

/** Query for one render. While the render is active, it is also polled every 10 s, in case events are lost. */
export const renderQuery = (id: string) =>
  queryOptions({
    queryKey: ['renders', id],
    queryFn: async () => (await answerOf(api.GET('/v1/renders/{id}', { params: { path: { id } } }))).render,
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? BESIDE_EVENTS_MS : false),
  });

/** Query for the segments of one render. */
export const renderMapQuery = (id: string) =>
  queryOptions({
    queryKey: ['render-map', id],
    queryFn: () => answerOf(api.GET('/api/studio/renders/{id}/map', { params: { path: { id } } })),
  });

/**
 * Query for the request that a render was started with; null when the request is unknown. It is fetched only once,
 * because it never changes.
 */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['render-order', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      (await answerOf(api.GET('/api/studio/renders/{id}/order', { params: { path: { id } } }))).order,
  });

const NO_MAP: RenderMap = { segments: [], failures: [] };

/** Polling interval for an active render on pages that receive no account events, in ms. */
const ASK_MS = 1_000;

/**
 * Query for one render with its segments, polled every second until the render ends. It is for pages that receive no
 * account events.
 */
export const watchedRenderQuery = (id: string) =>
  queryOptions({
    queryKey: ['renders', id, 'watched'],
    async queryFn() {
      const path = { id };
      const [{ render }, map] = await Promise.all([
        answerOf(api.GET('/v1/renders/{id}', { params: { path } })),
        // The nodes of the service are shown in the Studio only.
        access().isStudio ? answerOf(api.GET('/api/studio/renders/{id}/map', { params: { path } })) : NO_MAP,
      ]);
      return { render, map };
    },
    refetchInterval: ({ state: { data } }) => (data && !isActive(data.render) ? false : ASK_MS),
  });

/** Whether a render is pending or in progress. */
export function isActive({ status }: Pick<RenderRecord, 'status'>): boolean {
  return status === 'PENDING' || status === 'PROCESSING';
}
