import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { notify } from '../ui/toast.tsx';

/** First element of the cache keys of all operator queries. */
export const OPERATORS = 'operators';

/** Polling interval for the farm and the queues, in ms. */
const LOOK_MS = 3_000;

/** Polling interval for the health of the installation, in ms. */
const HEALTH_MS = 10_000;

export const healthQuery = queryOptions({
  queryKey: [OPERATORS, 'health'],
  refetchInterval: HEALTH_MS,
  queryFn: () => answerOf(api.GET('/api/studio/operators/health')),
});

/** State of the installation, as the service answers it. */
export type Health = Awaited<ReturnType<NonNullable<typeof healthQuery.queryFn>>>;

export const farmQuery = queryOptions({
  queryKey: [OPERATORS, 'farm'],
  refetchInterval: LOOK_MS,
  queryFn: () => answerOf(api.GET('/api/studio/operators/farm')),
});

/** Live node, as the service answers it. */
export type FarmNode = Awaited<ReturnType<NonNullable<typeof farmQuery.queryFn>>>['nodes'][number];

export const nodeQuery = (id: string) =>
  queryOptions({
    queryKey: [OPERATORS, 'node', id],
    refetchInterval: LOOK_MS,
    queryFn: () => answerOf(api.GET('/api/studio/operators/nodes/{id}', { params: { path: { id } } })),
  });

/** State of a node, as the service answers it. */
export type NodeState = Awaited<ReturnType<NonNullable<ReturnType<typeof nodeQuery>['queryFn']>>>;

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

/** Account, as the service answers it. */
export type OperatedAccount =
  SessionPaths['/api/studio/operators/accounts']['get']['responses'][200]['content']['application/json']['accounts'][number];

/** Action that the audit log records. */
export type AuditAction = NonNullable<
  NonNullable<SessionPaths['/api/studio/operators/audit']['get']['parameters']['query']>['action']
>;

/** Query for the audit log, newest first. `account` is a text that accounts are searched by; empty: all entries. */
export const auditQuery = (account: string, action: AuditAction | null) =>
  infiniteQueryOptions({
    queryKey: [OPERATORS, 'audit', account, action],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(
        api.GET('/api/studio/operators/audit', {
          params: {
            query: { ...(account ? { account } : {}), ...(action ? { action } : {}), ...(cursor ? { cursor } : {}) },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Entry of the audit log, as the service answers it. */
export type AuditEntry =
  SessionPaths['/api/studio/operators/audit']['get']['responses'][200]['content']['application/json']['entries'][number];

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

/**
 * Returns a mutation that refreshes all pages of operators when it succeeds, then shows `done` in a toast, when given,
 * and calls `onDone`.
 */
export function useOperatorChange<Variables = void, Answer = unknown>(
  change: (variables: Variables) => Promise<Answer>,
  { done, onDone }: { done?: string; onDone?(answer: Answer): void } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess(answer) {
      if (done) notify.good(done);
      onDone?.(answer);
      await client.invalidateQueries({ queryKey: [OPERATORS] });
    },
  });
}
