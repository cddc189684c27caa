import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { admit } from '../../limiter/admit.ts';
import { createLimiter } from '../../limiter/limiter.ts';
import { IdParams } from '../../projects/fields.ts';
import { projectFrame } from '../project-frame.ts';

/**
 * Rate limit of frames, because each takes time of a node.
 * The editor requests a frame where the playhead stops, and browsers cache the result.
 */
const FRAME_BUCKET = { name: 'studio_frame', limit: 60 };

/** Route `GET /api/studio/projects/{id}/frame`: renders a frame as a JPEG at half size. */
export const getFrame = defineConsoleRoute({
  name: 'get-frame',
  method: 'GET',
  path: '/api/studio/projects/:id/frame',
  access: 'session',
  waits: true,
  summary:
    'A frame of a project as a render has it (JPEG, half its size). `X-Service-Rev` is the rev that it shows; it is kept by the browser when that is `rev`',
  params: IdParams,
  query: Type.Object({
    rev: Type.Integer({ minimum: 1, description: 'The rev that is wanted.' }),
    at: Type.Number({ minimum: 0, description: 'Seconds; clamped to the end.' }),
    variables: Type.Optional(Type.String({ description: 'Values of its variables as a JSON object, as in previews.' })),
  }),
  status: 200,
  answer: Type.Unknown({ description: 'image/jpeg' }),
  errors: ['not_found', 'invalid_request', 'rate_limited', 'provider_error'],
  examples: [{ title: 'The first frame', query: { rev: 3, at: 0 } }],
  async handle({ params, query, session: { accountId }, request, reply }, deps) {
    await admit(createLimiter(deps.redis), accountId, FRAME_BUCKET, deps.metrics);
    const { at, variables } = query;
    const asked = { accountId, projectId: params.id, atSec: () => at, variables, request, reply };
    const { data, rev } = await projectFrame(deps, asked);
    const cache = rev === query.rev ? 'private, max-age=3600, immutable' : 'private, no-store';
    return reply
      .type('image/jpeg')
      .headers({ 'Cache-Control': cache, 'X-Service-Rev': String(rev) })
      .send(data);
  },
});
