import type { SessionPaths } from '@framemill/api/session-client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';

/** Quality report of a render as API responses contain it. */
export type RenderReport =
  SessionPaths['/v1/renders/{id}/report']['get']['responses'][200]['content']['application/json']['report'];

/** Polling interval for a report that is being measured, in ms. */
const ASK_MS = 1_000;

/**
 * Query for the quality report of a render. The first request makes the service measure the video; the query is polled
 * until that is done.
 */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['render-report', id],
    queryFn: async () => (await answerOf(api.GET('/v1/renders/{id}/report', { params: { path: { id } } }))).report,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'MEASURING' || data?.status === 'PENDING' ? ASK_MS : false,
  });
