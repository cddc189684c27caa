import { redisKeys } from '@framemill/scheduler/protocol';
import { Type } from '@framemill/timeline/typebox';
import { isIdLike } from '../ids.ts';
import { IdParams } from '../projects/fields.ts';
import { renderAnswer } from '../renders/render-answer.ts';
import { findRender } from '../renders/render-lookup.ts';
import { RenderRecordSchema } from '../renders/render-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

/**
 * Route that reads the state of a render: GET /v1/renders/{id}. Clients poll it, so the rate limit and the state are
 * read in one round trip to Redis.
 */
export const getRender = defineRoute({
  name: 'get-render',
  method: 'GET',
  path: '/renders/:id',
  scope: 'render.read',
  summary: 'Render status',
  description: 'The state of a render. Poll at most every five seconds.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ render: RenderRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Poll' }],
  alongsideKey: (rawParams) => {
    const hasId = typeof rawParams === 'object' && rawParams !== null && 'id' in rawParams;
    return hasId && typeof rawParams.id === 'string' && isIdLike(rawParams.id)
      ? redisKeys.render(rawParams.id)
      : undefined;
  },
  async handle({ params, caller, alongside }, deps) {
    return { render: renderAnswer(deps, await findRender(deps, caller.accountId, params.id, alongside)) };
  },
});
