import { objectKeys } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { isIdLike } from '../../ids.ts';

/** GET /api/studio/renders/{id}/segments/{index} */
export const getRenderSegment = defineConsoleRoute({
  name: 'get-render-segment',
  method: 'GET',
  path: '/api/studio/renders/:id/segments/:index',
  access: 'session',
  summary: 'A finished segment of a render: a closed group of pictures, without sound, as a file that plays by itself',
  params: Type.Object({ id: Type.String(), index: Type.String({ description: 'As in the map of the render.' }) }),
  status: 200,
  answer: Type.Unknown({ description: 'video/mp4' }),
  errors: ['not_found'],
  examples: [{ title: 'A segment' }],
  async handle({ params: { id, index }, session: { accountId }, reply }, { database: { client }, store }) {
    const wanted = /^\d{1,9}$/.test(index) ? Number(index) : -1;
    const segment = isIdLike(id)
      ? await client.renderSegment.findFirst({ where: { index: wanted, renderId: id, render: { accountId } } })
      : null;
    if (!segment?.sha256) throw new FramemillError('not_found', 'There is no such segment, or it is not rendered yet.');
    const { body, sizeBytes } = await store.get(objectKeys.segment(accountId, segment.contentKey, segment.sha256));
    reply.raw.once('close', () => body.destroy());
    return reply
      .type('video/mp4')
      .headers({ 'Cache-Control': 'private, max-age=31536000, immutable', 'Content-Length': sizeBytes })
      .send(body);
  },
});
