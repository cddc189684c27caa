import { Type } from '@framemill/timeline/typebox';
import { base64File } from '../base64-file.ts';
import { openaiFailure } from '../openai-refusal.ts';
import { openaiVariables } from '../openai-variables.ts';
import { answerReader } from '../read-answer.ts';
import type { ImageAdapter, ImageRequest } from './image-adapter.ts';

const readAnswer = answerReader(
  Type.Object({ data: Type.Array(Type.Object({ b64_json: Type.String({ minLength: 1 }) }), { minItems: 1 }) }),
);

/** Maximum size of an answer in bytes: four images of 1536 x 1024 as base64. */
const MAX_BYTES = 48 * 1_048_576;

/** Image adapter of OpenAI, by `POST /images/generations`: https://platform.openai.com/docs/api-reference/images */
export const openaiImages: ImageAdapter = {
  name: 'openai-images',
  title: 'OpenAI images',
  variables: {
    ...openaiVariables,
    OPENAI_IMAGE_MODEL: { type: 'text', fallback: 'gpt-image-2.6-flare', meaning: 'Model that makes pictures' },
  },
  async call({ prompt, count, aspectRatio, transparent }, { settings, http, signal }) {
    const request = http.send({
      url: `${settings.OPENAI_BASE_URL}/images/generations`,
      headers: { authorization: `Bearer ${settings.OPENAI_API_KEY}` },
      body: {
        ...{ model: settings.OPENAI_IMAGE_MODEL, prompt, n: count, size: sizeOf(aspectRatio), output_format: 'png' },
        ...(transparent ? { background: 'transparent' } : {}),
      },
      maxBytes: MAX_BYTES,
      signal,
    });
    const answer = await request.catch((error: unknown) => {
      throw openaiFailure(error);
    });
    return { files: readAnswer(answer.json()).data.map(({ b64_json }) => base64File(b64_json)) };
  },
};

/** Returns the nearest of the sizes that the model supports. */
function sizeOf(aspectRatio: ImageRequest['aspectRatio']): string {
  if (aspectRatio === '1:1') return '1024x1024';
  return aspectRatio === '9:16' || aspectRatio === '4:5' ? '1024x1536' : '1536x1024';
}
