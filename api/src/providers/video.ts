import { Type } from '@framemill/timeline/typebox';
import { type Adapter, type CallContext, falVariables, type RemoteFile } from './adapter.ts';
import { ProviderError } from './provider-error.ts';
import { answerReader } from './provider-http.ts';
import { outputUrls, readAgain, replicateVariables, startPrediction, wasRejected } from './replicate-prediction.ts';

/** Request for a video generated from a text. */
export interface VideoRequest {
  prompt: string;
  /** Duration in seconds, more than 0. */
  durationSec: number;
  aspectRatio: '16:9' | '9:16' | '1:1';
  /** Address of an image to use as the first frame; `null` for none. */
  imageUrl: string | null;
}

/** State of a provider's job. `progress` is in percent; `null` when the provider does not report it. */
export type VideoState =
  | { state: 'running'; progress: number | null }
  | { state: 'done'; file: RemoteFile }
  | { state: 'failed'; rejected: boolean };

/**
 * Video provider, whose jobs take several minutes.
 * A job is started once, and its state is then polled. After a restart, another process may continue to poll it.
 */
export interface VideoAdapter extends Adapter {
  /** Starts a job and returns the provider's id for it. Throws `ProviderError`. */
  start(request: VideoRequest, context: CallContext): Promise<{ providerJobId: string }>;
  /** Reads the state of a job. Throws `ProviderError` when it could not be read; the caller then polls again. */
  poll(providerJobId: string, context: CallContext): Promise<VideoState>;
}

const readStart = answerReader(Type.Object({ request_id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$' }) }));
const readStatus = answerReader(Type.Object({ status: Type.Enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']) }));
const readResult = answerReader(Type.Object({ video: Type.Object({ url: Type.String({ minLength: 1 }) }) }));

/** Video adapter of fal. It uses fal's queue API: https://docs.fal.ai/model-endpoints/queue */
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

/**
 * Returns the address of the fal queue that stores the model's requests. The address contains the first two parts of
 * the model's name.
 */
function queueOf({ settings }: CallContext): string {
  return `${settings.FAL_QUEUE_URL}/${(settings.FAL_VIDEO_MODEL ?? '').split('/').slice(0, 2).join('/')}`;
}

function get(url: string, { settings, http, signal }: CallContext) {
  return http.send({ method: 'GET', url, headers: { authorization: `Key ${settings.FAL_KEY}` }, signal });
}

function isPolicy({ body }: ProviderError): boolean {
  return /content_policy_violation/.test(JSON.stringify(body ?? ''));
}

/** Video adapter of Replicate. The model must accept `prompt`, `duration`, `aspect_ratio` and `image`. */
export const replicateVideos: VideoAdapter = {
  name: 'replicate',
  title: 'Replicate',
  variables: {
    ...replicateVariables,
    REPLICATE_VIDEO_MODEL: {
      type: 'text',
      fallback: 'bytedance/seedance-1-lite',
      meaning: 'Model on Replicate that makes films, as owner/name',
    },
  },
  async start({ prompt, durationSec, aspectRatio, imageUrl }, context) {
    const image = imageUrl === null ? {} : { image: imageUrl };
    const input = { prompt, duration: Math.round(durationSec), aspect_ratio: aspectRatio, ...image };
    const { id } = await startPrediction(context.settings.REPLICATE_VIDEO_MODEL ?? '', input, context);
    return { providerJobId: id };
  },
  async poll(providerJobId, context) {
    const prediction = await readAgain(providerJobId, context);
    if (prediction.status === 'starting' || prediction.status === 'processing')
      return { state: 'running', progress: null };
    if (prediction.status !== 'succeeded') return { state: 'failed', rejected: wasRejected(prediction) };
    return { state: 'done', file: { url: outputUrls(prediction)[0] ?? '' } };
  },
};

/** Video generators in the order in which they are called. */
export const videoAdapters: readonly VideoAdapter[] = [falVideos, replicateVideos];
