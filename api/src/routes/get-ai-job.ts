import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { JobRecordSchema, jobRecord } from '../generation/job-record.ts';
import { isIdLike } from '../ids.ts';
import { withIngests } from '../media/media-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that reads the state of a video generation job: GET /v1/ai/jobs/{id}. */
export const getAiJob = defineRoute({
  name: 'get-ai-job',
  method: 'GET',
  path: '/ai/jobs/:id',
  scope: 'ai.video',
  summary: 'How a film that is being made stands',
  description: 'Poll at most every five seconds, until the status is COMPLETED or FAILED.',
  params: Type.Object({ id: Type.String() }),
  status: 200,
  answer: Type.Object({ job: JobRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'A job' }],
  async handle({ params: { id }, caller: { accountId } }, { database }) {
    const where = { id, accountId, kind: 'video' };
    const row = isIdLike(id) ? await database.client.generationJob.findFirst({ where }) : null;
    if (row === null) throw new FramemillError('not_found', 'There is no such job. Check its id.');
    const mediaId = row.mediaIds[0];
    const media = mediaId
      ? await database.client.media.findUnique({ where: { id: mediaId }, include: withIngests })
      : null;
    return { job: jobRecord(row, media) };
  },
});
