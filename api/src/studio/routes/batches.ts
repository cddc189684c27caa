import { type BatchRow, batchOutputs, MOST_BATCH_ITEMS } from '@framemill/scheduler';
import { type Document, durationSec, FramemillError, parseDocument, type VariableValues } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { batchNotFound } from '../../batches/batch-items.ts';
import type { ConsoleServices } from '../../deps.ts';
import { disconnected } from '../../http/disconnected.ts';
import { isIdLike } from '../../ids.ts';
import { MAIN_LIMITS } from '../../limiter/cost-limits.ts';
import { admit, createLimiter } from '../../limiter/limiter.ts';
import { IdParams } from '../../projects/fields.ts';
import { renderFrame, shownFilm } from '../../renders/render-frame.ts';
import { defineRoute } from '../../routing/define-route.ts';

/**
 * Rate limit of the images of a batch's videos, because rendering one takes time on a farm node. A page has 50 of them,
 * and browsers cache them.
 */
const ITEM_POSTER_BUCKET = { name: 'studio_item_poster', limit: 240 };

/** Route `GET /api/studio/batches/{id}/poster`: renders the frame at a third of the duration of a batch's video. */
export const getItemPoster = defineRoute({
  name: 'get-item-poster',
  method: 'GET',
  path: '/api/studio/batches/:id/poster',
  access: 'session',
  waits: () => true,
  summary:
    'An image of a video of a batch (JPEG, half its size), a third into the video. There is none for large projects, ' +
    'and 30 days after the batch has ended',
  params: IdParams,
  query: Type.Object({
    index: Type.Integer({ minimum: 0, maximum: MOST_BATCH_ITEMS - 1, description: 'Of the item.' }),
  }),
  status: 200,
  answer: Type.Unknown({ description: 'image/jpeg' }),
  errors: ['not_found', 'invalid_request', 'rate_limited', 'provider_error'],
  examples: [{ title: 'That of the first item', query: { index: 0 } }],
  async handle({ params, query, session: { accountId }, reply }, deps) {
    await admit(createLimiter(deps.redis), accountId, ITEM_POSTER_BUCKET, deps.metrics);
    const film = await filmOfItem(deps, accountId, params.id, query.index);
    const { data } = await renderFrame(deps, accountId, film, durationSec(film) / 3, disconnected(reply));
    // Neither the document nor the values of a batch ever change.
    return reply.type('image/jpeg').header('Cache-Control', 'private, max-age=31536000, immutable').send(data);
  },
});

interface ItemRow extends Pick<BatchRow, 'format' | 'quality' | 'resolution' | 'outputs'> {
  variables: VariableValues;
  /** JSON text of the batch's document; null when it is too large to parse on the main thread, or was deleted. */
  document: string | null;
}

/** Returns the document of an item of a batch as it is rendered. Throws `not_found`, also when it cannot be read. */
async function filmOfItem(deps: ConsoleServices, accountId: string, id: string, index: number): Promise<Document> {
  if (!isIdLike(id)) throw batchNotFound();
  const { clips, characters, storedBytes } = MAIN_LIMITS;
  const [row] = await deps.database.client.$queryRaw<ItemRow[]>`
    SELECT b.format, b.quality, b.resolution, b.outputs, i.variables,
      CASE WHEN jsonb_array_length(b.document -> 'clips') <= ${clips} AND pg_column_size(b.document) <= ${storedBytes}
        AND length(b.document::text) <= ${characters} THEN b.document::text END AS document
    FROM "Batch" b JOIN "BatchItem" i ON i."batchId" = b.id AND i.index = ${index}
    WHERE b.id = ${id} AND b."accountId" = ${accountId}`;
  if (!row) throw batchNotFound();
  if (row.document === null) {
    const message =
      `This batch has no images: its project has more than ${clips} clips or too much text, ` +
      'or was deleted from it.';
    throw new FramemillError('not_found', message);
  }
  const { aspect } = batchOutputs(row).own;
  return shownFilm(deps, accountId, parseDocument(JSON.parse(row.document)), { values: row.variables, aspect });
}
