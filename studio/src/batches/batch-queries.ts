import type { SessionPaths } from '@framemill/api/session-client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { BESIDE_EVENTS_MS } from '../client/query-client.ts';

type Items = SessionPaths['/v1/batches/{id}/items']['get'];

/** Batch record as API responses contain it. */
export type BatchRecord =
  SessionPaths['/v1/batches/{id}']['get']['responses'][200]['content']['application/json']['batch'];

/** Batch item as API responses contain it. */
export type BatchItem = Items['responses'][200]['content']['application/json']['items'][number];

/** State of an item. */
export type ItemStatus = BatchItem['status'];

/** Request body that creates a batch. */
export type BatchBody = SessionPaths['/v1/batches']['post']['requestBody']['content']['application/json'];

/** Query for the account's batches, newest first, 30 a page. Account events refresh it. */
export const batchesQuery = infiniteQueryOptions({
  queryKey: ['batches', 'list'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam: cursor }) =>
    answerOf(api.GET('/v1/batches', { params: { query: { limit: 30, ...(cursor ? { cursor } : {}) } } })),
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** Query for one batch. While the batch is in progress, it is also polled every 10 s, in case events are lost. */
export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', id],
    queryFn: async () => (await answerOf(api.GET('/v1/batches/{id}', { params: { path: { id } } }))).batch,
    refetchInterval: ({ state: { data } }) => (data?.status === 'PROCESSING' ? BESIDE_EVENTS_MS : false),
  });

/** Query for a batch's items in their order, 50 a page. `status` null selects items of all states. */
export const batchItemsQuery = (id: string, status: ItemStatus | null) =>
  infiniteQueryOptions({
    queryKey: ['batches', id, 'items', status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) => {
      const query = { limit: 50, ...(cursor ? { cursor } : {}), ...(status ? { status } : {}) };
      return answerOf(api.GET('/v1/batches/{id}/items', { params: { path: { id }, query } }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

/** Creates a batch and returns its record. Throws `ApiError` when the service refuses it. */
export async function startBatch(body: BatchBody): Promise<BatchRecord> {
  const answer = await answerOf(api.POST('/v1/batches', { body }));
  // The type allows for dry runs, which get a quote instead.
  if (!('batch' in answer)) throw new TypeError('The service returned a quote instead of a batch.');
  return answer.batch;
}

/** Returns a quote for a batch without creating it. Throws `ApiError` when the service would refuse the batch. */
export async function quoteBatch(body: BatchBody) {
  const answer = await answerOf(api.POST('/v1/batches', { body: { ...body, dryRun: true } }));
  if (!('quote' in answer)) throw new TypeError('The service returned a batch instead of a quote.');
  return answer.quote;
}
