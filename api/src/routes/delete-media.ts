import { announceMedia } from '@framemill/scheduler';
import { deleteMedia } from '../media/delete-media.ts';
import { findMedia } from '../media/find-media.ts';
import { refuseUsedMedia } from '../media/used-media.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';
import { DeletedSchema } from '../routing/delete-own.ts';

/** Route that deletes a media file: DELETE /v1/media/{id}. It is an addition to the original contract. */
export const deleteMediaRoute = defineRoute({
  name: 'delete-media',
  method: 'DELETE',
  path: '/media/:id',
  scope: 'media.write',
  summary: 'Delete a media file',
  description:
    'Deletes a media file with all that was made of it, and frees its storage; a second call answers 404. While a project or a render that ' +
    'has not ended uses it: 409 `invalid_request` with `conflictCode: media_in_use`, the `projects` (id, name, clipIds; at most 10) and the ' +
    '`renderIds`.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  conflicts: ['media_in_use'],
  examples: [{ title: 'Delete' }],
  async handle({ params, caller }, deps) {
    const row = await findMedia(deps, caller.accountId, params.id);
    await refuseUsedMedia(deps, row);
    await deleteMedia(deps, row);
    await announceMedia(deps.redis, caller.accountId, row.id);
    return { id: row.id, deleted: true as const };
  },
});
