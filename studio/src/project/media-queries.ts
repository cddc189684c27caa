import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';

/** A media file as answers show it. */
export type MediaRecord =
  SessionPaths['/v1/media']['get']['responses'][200]['content']['application/json']['media'][number];

/** The media of the account, newest first, page by page. Events keep them fresh. */
export const mediaQuery = infiniteQueryOptions({
  queryKey: ['media'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/v1/media', { params: { query: { limit: 60, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
