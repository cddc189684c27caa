import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import { callerGone } from '../../http/caller-gone.ts';
import { admit } from '../../limiter/admit.ts';
import { createLimiter } from '../../limiter/limiter.ts';
import { TooHeavy } from '../../limiter/too-heavy.ts';
import { renderFrame } from '../../preview/render-frame.ts';
import { IdParams } from '../../projects/fields.ts';
import { loadProject } from '../../projects/project-store.ts';

/** Posters cost a node's time. A page of projects has 50, and browsers keep them. */
const POSTER_BUCKET = { name: 'studio_poster', limit: 120 };

/** GET /api/studio/projects/{id}/poster */
export const getPoster = defineConsoleRoute({
  name: 'get-poster',
  method: 'GET',
  path: '/api/studio/projects/:id/poster',
  access: 'session',
  summary:
    'A picture of a project (JPEG, half its size), a third into the film; kept by the browser as long as `rev` is the same',
  params: IdParams,
  query: Type.Object({ rev: Type.Integer({ minimum: 1, description: 'Part of the address only.' }) }),
  status: 200,
  answer: Type.Unknown({ description: 'image/jpeg' }),
  errors: ['not_found', 'invalid_request', 'rate_limited', 'provider_error'],
  examples: [{ title: 'A poster', query: { rev: 3 } }],
  async handle({ params, session: { accountId }, reply }, deps) {
    const { row, document } = await loadProject(deps, accountId, params.id).catch(refuseHeavy);
    await admit(createLimiter(deps.redis), accountId, POSTER_BUCKET, deps.metrics);
    const frame = await renderFrame(deps, accountId, document, row.durationSec / 3, false, callerGone(reply));
    deps.store.delete(frame.objectKey).catch((error: unknown) => {
      deps.log.warn({ err: error, objectKey: frame.objectKey }, 'a poster could not be deleted');
    });
    // Its address has the rev of what it shows.
    return reply.type('image/jpeg').header('Cache-Control', 'private, max-age=31536000, immutable').send(frame.data);
  },
});

/** No thread draws posters: a project that is too large to be read here has none. */
function refuseHeavy(error: unknown): never {
  if (error instanceof TooHeavy) throw new FramemillError('invalid_request', 'The project is too large for a poster.');
  throw error;
}
