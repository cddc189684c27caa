import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';

/** Media record as API responses contain it. */
export type MediaRecord =
  SessionPaths['/v1/media']['get']['responses'][200]['content']['application/json']['media'][number];

/** Query for the account's media, newest first, 60 a page. Account events refresh it. */
export const mediaQuery = infiniteQueryOptions({
  queryKey: ['media'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/v1/media', { params: { query: { limit: 60, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
