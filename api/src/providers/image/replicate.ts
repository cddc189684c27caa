import { ProviderError } from '../provider-error.ts';
import { outputUrls, replicateVariables, startPrediction, waitForEnd, wasRejected } from '../replicate-prediction.ts';
import type { ImageAdapter } from './image-adapter.ts';

/** Time in seconds for which the first request waits for the image: the maximum that Replicate accepts. */
const WAIT_SEC = 60;

/**
 * Image adapter of Replicate. The model must accept `prompt`, `num_outputs` and `aspect_ratio`, as the FLUX family
 * does.
 */
export const replicateImages: ImageAdapter = {
  name: 'replicate',
  title: 'Replicate',
  variables: {
    ...replicateVariables,
    REPLICATE_IMAGE_MODEL: {
      type: 'text',
      fallback: 'black-forest-labs/flux-schnell',
      meaning: 'Model on Replicate that makes pictures, as owner/name',
    },
  },
  async call({ prompt, count, aspectRatio, transparent }, context) {
    if (transparent) throw new ProviderError('unsupported', 'does not support transparent images');
    const input = { prompt, num_outputs: count, aspect_ratio: aspectRatio, output_format: 'png' };
    const model = context.settings.REPLICATE_IMAGE_MODEL ?? '';
    const ended = await waitForEnd(await startPrediction(model, input, context, WAIT_SEC), context);
    if (ended.status !== 'succeeded') {
      if (wasRejected(ended)) throw new ProviderError('rejected', 'refused the prompt');
      throw new ProviderError('unavailable', 'failed to create the image');
    }
    return { files: outputUrls(ended).map((url) => ({ url })) };
  },
};
