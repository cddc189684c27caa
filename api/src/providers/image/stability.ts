import { Type } from '@framemill/timeline/typebox';
import { FormData } from 'undici';
import type { CallContext } from '../adapter.ts';
import { base64File } from '../base64-file.ts';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { ImageAdapter, ImageRequest } from './image-adapter.ts';

const readAnswer = answerReader(
  Type.Object({ image: Type.String({ minLength: 1 }), finish_reason: Type.Optional(Type.String()) }),
);

const MAX_BYTES = 32 * 1_048_576;

/**
 * Image adapter of Stability AI, by `POST /v2beta/stable-image/...`: https://platform.stability.ai/docs/api-reference.
 * Each call generates one image.
 */
export const stability: ImageAdapter = {
  name: 'stability',
  title: 'Stability AI',
  variables: {
    STABILITY_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of Stability AI' },
    STABILITY_BASE_URL: { type: 'url', fallback: 'https://api.stability.ai', meaning: "Address of Stability's API" },
    STABILITY_MODEL: {
      type: 'text',
      fallback: 'core',
      meaning: 'Which of its generators makes pictures: core, ultra or sd3',
    },
  },
  async call(request, context) {
    const files = Array.from({ length: request.count }, () => makeOne(request, context));
    return { files: await Promise.all(files) };
  },
};

async function makeOne({ prompt, aspectRatio, transparent }: ImageRequest, context: CallContext) {
  const form = new FormData();
  form.set('prompt', prompt);
  // The API has no 4:3. The nearest ratio is 5:4.
  form.set('aspect_ratio', aspectRatio === '4:3' ? '5:4' : aspectRatio);
  form.set('output_format', 'png');
  const frame = await send(`generate/${context.settings.STABILITY_MODEL}`, form, context);
  if (!transparent) return frame;
  const cut = new FormData();
  cut.set('image', new Blob([new Uint8Array(frame.data)], { type: 'image/png' }), 'picture.png');
  cut.set('output_format', 'png');
  return send('edit/remove-background', cut, context);
}

async function send(path: string, body: FormData, { settings, http, signal }: CallContext) {
  const request = http.send({
    url: `${settings.STABILITY_BASE_URL}/v2beta/stable-image/${path}`,
    headers: { authorization: `Bearer ${settings.STABILITY_API_KEY}`, accept: 'application/json' },
    body,
    maxBytes: MAX_BYTES,
    signal,
  });
  const answer = await request.catch((error: unknown) => {
    const name = error instanceof ProviderError ? (error.body as { name?: unknown } | undefined)?.name : undefined;
    throw name === 'content_moderation' ? refused(error) : error;
  });
  const { image, finish_reason } = readAnswer(answer.json());
  if (finish_reason === 'CONTENT_FILTERED') throw refused();
  return base64File(image);
}

function refused(cause?: unknown): ProviderError {
  return new ProviderError('rejected', 'refused the prompt', { cause });
}
