import { Type } from '@framemill/timeline/typebox';
import type { CallContext } from '../adapter.ts';
import { falVariables } from '../fal-variables.ts';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { VideoAdapter } from './video-adapter.ts';

const readStart = answerReader(Type.Object({ request_id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' }) }));
const readStatus = answerReader(Type.Object({ status: Type.Enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']) }));
const readResult = answerReader(Type.Object({ video: Type.Object({ url: Type.String({ minLength: 1 }) }) }));

/** Video adapter of fal, by its queue: https://docs.fal.ai/model-endpoints/queue */
export const falVideos: VideoAdapter = {
  name: 'fal',
  title: 'fal.ai',
  variables: {
    ...falVariables,
    FAL_QUEUE_URL: { type: 'url', fallback: 'https://queue.fal.run', meaning: "Address of fal's queue" },
    FAL_VIDEO_MODEL: {
      type: 'text',
      fallback: 'fal-ai/kling-video/v2.1/standard/text-to-video',
      meaning: 'Model of fal that makes films',
    },
  },
  async start({ prompt, durationSec, aspectRatio, imageUrl }, { settings, http, signal }) {
    const image = imageUrl === null ? {} : { image_url: imageUrl };
    const answer = await http.send({
      url: `${settings.FAL_QUEUE_URL}/${settings.FAL_VIDEO_MODEL}`,
      headers: { authorization: `Key ${settings.FAL_KEY}` },
      body: { prompt, duration: String(Math.round(durationSec)), aspect_ratio: aspectRatio, ...image },
      signal,
    });
    return { providerJobId: readStart(answer.json()).request_id };
  },
  async poll(providerJobId, context) {
    const place = `${queueOf(context)}/requests/${encodeURIComponent(providerJobId)}`;
    const { status } = readStatus((await get(`${place}/status`, context)).json());
    if (status !== 'COMPLETED') return { state: 'running', progress: null };
    try {
      return { state: 'done', file: { url: readResult((await get(place, context)).json()).video.url } };
    } catch (error) {
      // A request that ended without a video returns 4xx. Status 422 describes the problem with the prompt.
      if (error instanceof ProviderError && error.status === 422) return { state: 'failed', rejected: isPolicy(error) };
      throw error;
    }
  },
};

/** Returns the queue address of the model's app: the first two parts of the model's name. Requests are stored there. */
function queueOf({ settings }: CallContext): string {
  return `${settings.FAL_QUEUE_URL}/${(settings.FAL_VIDEO_MODEL ?? '').split('/').slice(0, 2).join('/')}`;
}

function get(url: string, { settings, http, signal }: CallContext) {
  return http.send({ method: 'GET', url, headers: { authorization: `Key ${settings.FAL_KEY}` }, signal });
}

function isPolicy({ body }: ProviderError): boolean {
  return /content_policy_violation/.test(JSON.stringify(body ?? ''));
}
