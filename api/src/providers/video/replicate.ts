import { outputUrls, readAgain, replicateVariables, startPrediction, wasRejected } from '../replicate-prediction.ts';
import type { VideoAdapter } from './video-adapter.ts';

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
