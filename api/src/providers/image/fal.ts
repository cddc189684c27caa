import { Type } from '@framemill/timeline/typebox';
import { falVariables } from '../fal-variables.ts';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { ImageAdapter, ImageRequest } from './image-adapter.ts';

const readAnswer = answerReader(
  Type.Object({
    images: Type.Array(Type.Object({ url: Type.String({ minLength: 1 }) }), { minItems: 1 }),
    has_nsfw_concepts: Type.Optional(Type.Array(Type.Boolean())),
  }),
);

/** Image sizes in pixels by aspect ratio: about one megapixel, sides in steps of 16. */
const sizes: Record<ImageRequest['aspectRatio'], { width: number; height: number }> = {
  '16:9': { width: 1344, height: 768 },
  '9:16': { width: 768, height: 1344 },
  '1:1': { width: 1024, height: 1024 },
  '4:5': { width: 896, height: 1120 },
  '4:3': { width: 1152, height: 864 },
  '21:9': { width: 1536, height: 656 },
};

/** Image adapter of fal, by `POST https://fal.run/{model}`: https://docs.fal.ai/model-endpoints/synchronous-requests */
export const falImages: ImageAdapter = {
  name: 'fal',
  title: 'fal.ai',
  variables: {
    ...falVariables,
    FAL_RUN_URL: { type: 'url', fallback: 'https://fal.run', meaning: 'Address at which fal answers at once' },
    FAL_IMAGE_MODEL: { type: 'text', fallback: 'fal-ai/flux/dev', meaning: 'Model of fal that makes pictures' },
  },
  async call({ prompt, count, aspectRatio, transparent }, { settings, http, signal }) {
    if (transparent) throw new ProviderError('unsupported', 'does not support transparent images');
    const answer = await http.send({
      url: `${settings.FAL_RUN_URL}/${settings.FAL_IMAGE_MODEL}`,
      headers: { authorization: `Key ${settings.FAL_KEY}` },
      body: {
        prompt,
        num_images: count,
        image_size: sizes[aspectRatio],
        output_format: 'png',
        enable_safety_checker: true,
      },
      signal,
    });
    const { images, has_nsfw_concepts = [] } = readAnswer(answer.json());
    if (has_nsfw_concepts.includes(true)) throw new ProviderError('rejected', 'refused the prompt');
    return { files: images.map(({ url }) => ({ url })) };
  },
};
