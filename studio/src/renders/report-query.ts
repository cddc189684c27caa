import type { SessionPaths } from '@framemill/api/session-client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';

/** The quality report of a render as answers show it. */
export type RenderReport =
  SessionPaths['/v1/renders/{id}/report']['get']['responses'][200]['content']['application/json']['report'];

/** How often a report that is being made is asked for, in milliseconds. */
const ASK_MS = 1_000;

/** The quality report of a render: asking for it has the film measured, and it is asked again until that is done. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['render-report', id],
    queryFn: async () => (await answerOf(api.GET('/v1/renders/{id}/report', { params: { path: { id } } }))).report,
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'MEASURING' || data?.status === 'PENDING' ? ASK_MS : false,
  });
