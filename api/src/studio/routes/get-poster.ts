import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { admit } from '../../limiter/admit.ts';
import { createLimiter } from '../../limiter/limiter.ts';
import { IdParams } from '../../projects/fields.ts';
import { projectFrame } from '../project-frame.ts';

/**
 * Rate limit of posters, because each takes time of a node.
 * A page of projects has 50 posters, and browsers cache them.
 */
const POSTER_BUCKET = { name: 'studio_poster', limit: 120 };

/** Route `GET /api/studio/projects/{id}/poster`: renders the frame at a third of the duration as a JPEG. */
export const getPoster = defineConsoleRoute({
  name: 'get-poster',
  method: 'GET',
  path: '/api/studio/projects/:id/poster',
  access: 'session',
  waits: true,
  summary:
    'A picture of a project (JPEG, half its size), a third into the film; kept by the browser as long as `rev` is the same',
  params: IdParams,
  query: Type.Object({ rev: Type.Integer({ minimum: 1, description: 'Part of the address only.' }) }),
  status: 200,
  answer: Type.Unknown({ description: 'image/jpeg' }),
  errors: ['not_found', 'invalid_request', 'rate_limited', 'provider_error'],
  examples: [{ title: 'A poster', query: { rev: 3 } }],
  async handle({ params, session: { accountId }, request, reply }, deps) {
    await admit(createLimiter(deps.redis), accountId, POSTER_BUCKET, deps.metrics);
    const atSec = ({ durationSec }: { durationSec: number }) => durationSec / 3;
    const { data } = await projectFrame(deps, { accountId, projectId: params.id, atSec, request, reply });
    // The address contains the revision, so the response never changes.
    return reply.type('image/jpeg').header('Cache-Control', 'private, max-age=31536000, immutable').send(data);
  },
});
