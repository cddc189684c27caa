import { answerOf } from './answer-of.ts';
import { api } from './api.ts';

/** What a render is to be: the rest is the service's choice. */
interface RenderWish {
  projectId: string;
  format: 'mp4' | 'webm' | 'gif';
  quality: 'draft' | 'standard' | 'high';
  resolution: string;
}

/** Starts a render and gives its record. Throws what the service refuses. */
export async function startRender(body: RenderWish) {
  const answer = await answerOf(api.POST('/v1/renders', { body }));
  // The type allows for dry runs, which get a quote instead.
  if (!('render' in answer)) throw new TypeError('A render was ordered and a quote came.');
  return answer.render;
}
