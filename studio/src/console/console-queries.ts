import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { notify } from '../ui/toast.tsx';

type AnswerOf<Path extends keyof SessionPaths> = SessionPaths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

export type AppRecord = AnswerOf<'/api/developer/apps'>['apps'][number];
export type KeyRecord = AnswerOf<'/api/developer/keys'>['keys'][number];
export type EndpointRecord = AnswerOf<'/api/developer/webhooks'>['endpoints'][number];
export type DeliveryRecord = AnswerOf<'/api/developer/webhooks/{id}/deliveries'>['deliveries'][number];
export type DestinationRecord = AnswerOf<'/v1/destinations'>['destinations'][number];
export type OrganisationRecord = AnswerOf<'/api/developer/organisations'>['organisations'][number];
export type UsageRecord = AnswerOf<'/v1/usage'>;
export type LoggedRequest = AnswerOf<'/v1/requests'>['requests'][number];

/** First element of the keys of all console queries, so that one change can invalidate all of them. */
const CONSOLE = 'console';

export const agreementQuery = queryOptions({
  queryKey: [CONSOLE, 'agreement'],
  queryFn: () => answerOf(api.GET('/api/developer/agreement')),
});

export const appsQuery = queryOptions({
  queryKey: [CONSOLE, 'apps'],
  queryFn: async () => (await answerOf(api.GET('/api/developer/apps'))).apps,
});

export const keysQuery = infiniteQueryOptions({
  queryKey: [CONSOLE, 'keys'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/api/developer/keys', { params: { query: cursor ? { cursor } : {} } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

export const webhooksQuery = queryOptions({
  queryKey: [CONSOLE, 'webhooks'],
  queryFn: async () => (await answerOf(api.GET('/api/developer/webhooks'))).endpoints,
});

export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [CONSOLE, 'deliveries', id],
    initialPageParam: undefined as string | undefined,
    // Delivery attempts happen without any action on this page.
    refetchInterval: 4_000,
    queryFn: ({ pageParam: cursor }) =>
      answerOf(
        api.GET('/api/developer/webhooks/{id}/deliveries', {
          params: { path: { id }, query: { limit: 20, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const destinationsQuery = queryOptions({
  queryKey: [CONSOLE, 'destinations'],
  queryFn: async () =>
    (await answerOf(api.GET('/v1/destinations', { params: { query: { limit: 100 } } }))).destinations,
});

export const usageQuery = queryOptions({
  queryKey: [CONSOLE, 'usage'],
  queryFn: () => answerOf(api.GET('/v1/usage')),
});

/** Query for the request log, newest first, 50 a page. `status` such as `4xx`, and `text`, are filters; empty: none. */
export const requestsQuery = ({ status, text }: { status: string; text: string }) =>
  infiniteQueryOptions({
    queryKey: [CONSOLE, 'requests', status, text],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => {
      const query = { ...(status ? { status } : {}), ...(text ? { q: text } : {}), ...(cursor ? { cursor } : {}) };
      return answerOf(api.GET('/v1/requests', { params: { query } }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const ledgerQuery = infiniteQueryOptions({
  queryKey: [CONSOLE, 'ledger'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/api/studio/ledger', { params: { query: { limit: 30, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

export const connectionsQuery = queryOptions({
  queryKey: [CONSOLE, 'connections'],
  queryFn: async () => (await answerOf(api.GET('/api/studio/connections'))).connections,
});

export const pluginsQuery = queryOptions({
  queryKey: [CONSOLE, 'plugins'],
  queryFn: async () => (await answerOf(api.GET('/v1/plugins'))).plugins,
});

export const organisationsQuery = queryOptions({
  queryKey: [CONSOLE, 'organisations'],
  queryFn: async () => (await answerOf(api.GET('/api/developer/organisations'))).organisations,
});

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: [CONSOLE, 'members', id],
    queryFn: async () =>
      (await answerOf(api.GET('/api/developer/organisations/{id}/members', { params: { path: { id } } }))).members,
  });

/** Query for the Telegram bot of an app; null when the app has none. */
export const botQuery = (id: string) =>
  queryOptions({
    queryKey: [CONSOLE, 'bot', id],
    queryFn: async () =>
      (await answerOf(api.GET('/api/developer/apps/{id}/telegram', { params: { path: { id } } }))).bot,
  });

/**
 * Returns a mutation that invalidates all console queries when it succeeds, then shows `done` in a toast, when given,
 * and calls `onDone`.
 */
export function useChange<Variables = void, Answer = unknown>(
  change: (variables: Variables) => Promise<Answer>,
  { done, onDone }: { done?: string; onDone?(answer: Answer): void } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess(answer) {
      await client.invalidateQueries({ queryKey: [CONSOLE] });
      if (done) notify.good(done);
      onDone?.(answer);
    },
  });
}
