import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';

/** First element of the cache keys of all operator queries. */
export const OPERATORS = 'operators';

/** Polling interval for the farm and the queues, in ms. */
const LOOK_MS = 3_000;

export const farmQuery = queryOptions({
  queryKey: [OPERATORS, 'farm'],
  refetchInterval: LOOK_MS,
  queryFn: () => answerOf(api.GET('/api/studio/operators/farm')),
});

export const queuesQuery = queryOptions({
  queryKey: [OPERATORS, 'queues'],
  refetchInterval: LOOK_MS,
  queryFn: async () => (await answerOf(api.GET('/api/studio/operators/queues'))).queues,
});

export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [OPERATORS, 'accounts', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(
        api.GET('/api/studio/operators/accounts', {
          params: { query: { ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const plansQuery = queryOptions({
  queryKey: [OPERATORS, 'plans'],
  queryFn: () => answerOf(api.GET('/api/studio/operators/plans')),
});

export const installationQuery = queryOptions({
  queryKey: [OPERATORS, 'installation'],
  queryFn: () => answerOf(api.GET('/api/studio/operators/installation')),
});

export const quarantineQuery = queryOptions({
  queryKey: [OPERATORS, 'quarantine'],
  queryFn: async () => (await answerOf(api.GET('/api/studio/operators/quarantine'))).media,
});
