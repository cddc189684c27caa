import { Type } from '@framemill/timeline/typebox';
import { findMedia } from '../media/find-media.ts';
import { MediaRecordSchema, mediaRecord } from '../media/media-record.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/**
 * Route that reads a media file: GET /v1/media/{id}. Clients poll it while an upload is PROCESSING. It is an addition
 * to the original contract.
 */
export const getMedia = defineRoute({
  name: 'get-media',
  method: 'GET',
  path: '/media/:id',
  scope: 'media.read',
  summary: 'Read a media file',
  description: 'The record of one media file; poll it while the status, or what you need of `ingest`, is PROCESSING.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ media: MediaRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Poll' }],
  async handle({ params, caller }, deps) {
    return { media: mediaRecord(await findMedia(deps, caller.accountId, params.id)) };
  },
});
