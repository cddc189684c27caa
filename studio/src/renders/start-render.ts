import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { queryClient } from '../client/query-client.ts';
import { choiceOf, filesOf, type RenderBody } from './render-choice.ts';
import { orderQuery, type RenderRecord } from './render-queries.ts';

/** Starts a render and returns its record. Throws `ApiError` when the service refuses it. */
export async function startRender(body: RenderBody) {
  const answer = await answerOf(api.POST('/v1/renders', { body }));
  // The type allows for dry runs, which get a quote instead.
  if (!('render' in answer)) throw new TypeError('The service returned a quote instead of a render.');
  return answer.render;
}

/** Returns a quote for a render without starting it. Throws `ApiError` when the service would refuse the render. */
export async function quoteRender(body: RenderBody) {
  const answer = await answerOf(api.POST('/v1/renders', { body: { ...body, dryRun: true } }));
  if (!('quote' in answer)) throw new TypeError('The service returned a render instead of a quote.');
  return answer.quote;
}

/**
 * Renders the project's current state again with the request of an earlier render. When the service no longer has that
 * request, it uses the options in the render's record. Throws `ApiError` when the service refuses the render.
 */
export async function startAgain(render: RenderRecord) {
  const order = await queryClient.fetchQuery(orderQuery(render.id));
  return startRender(order ?? { projectId: render.projectId, ...filesOf(choiceOf(render)) });
}
