import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { queryClient } from '../client/query-client.ts';
import { choiceOf, filesOf, type RenderBody } from './render-choice.ts';
import { orderQuery, type RenderRecord } from './render-queries.ts';

/** Starts a render and gives its record. Throws what the service refuses. */
export async function startRender(body: RenderBody) {
  const answer = await answerOf(api.POST('/v1/renders', { body }));
  // The type allows for dry runs, which get a quote instead.
  if (!('render' in answer)) throw new TypeError('A render was ordered and a quote came.');
  return answer.render;
}

/** What a render would take, without starting it. Throws what the service would refuse it with. */
export async function quoteRender(body: RenderBody) {
  const answer = await answerOf(api.POST('/v1/renders', { body: { ...body, dryRun: true } }));
  if (!('quote' in answer)) throw new TypeError('A quote was asked for and a render came.');
  return answer.quote;
}

/**
 * Makes a render again of its project as it is now, with all that it was ordered with; of one that is older than orders are kept, with what
 * its record tells. Throws what the service refuses.
 */
export async function startAgain(render: RenderRecord) {
  const order = await queryClient.fetchQuery(orderQuery(render.id));
  return startRender(order ?? { projectId: render.projectId, ...filesOf(choiceOf(render)) });
}
