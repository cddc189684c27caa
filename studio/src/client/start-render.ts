import type { RenderBody } from '../renders/render-choice.ts';
import { answerOf } from './answer-of.ts';
import { api } from './api.ts';

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
