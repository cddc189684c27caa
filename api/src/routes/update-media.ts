import { announceMedia } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { findMedia } from '../media/find-media.ts';
import { MediaRecordSchema, mediaRecord } from '../media/media-record.ts';
import { cleanName } from '../media/received-upload.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that renames a media file: PATCH /v1/media/{id}. It is an addition to the original contract. */
export const updateMedia = defineRoute({
  name: 'update-media',
  method: 'PATCH',
  path: '/media/:id',
  scope: 'media.write',
  summary: 'Rename a media file',
  description: 'Renames a media file. Clips name media by id or address, so nothing else changes.',
  params: IdParams,
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 200, description: '1-200 characters.' }) }),
  status: 200,
  answer: Type.Object({ media: MediaRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Rename', body: { name: 'Beach at dawn' } }],
  async handle({ params, body, caller }, deps) {
    const { id } = await findMedia(deps, caller.accountId, params.id);
    // `updateMany` does not fail when the row was deleted at the same moment; the read below then reports it.
    await deps.database.client.media.updateMany({ where: { id }, data: { name: cleanName(body.name) } });
    await announceMedia(deps.redis, caller.accountId, id);
    return { media: mediaRecord(await findMedia(deps, caller.accountId, id)) };
  },
});
