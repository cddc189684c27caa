import { Type } from '@framemill/timeline/typebox';
import { FormData } from 'undici';
import {
  type CallAdapter,
  type CallContext,
  falVariables,
  type GeneratedFile,
  openaiVariables,
  type RemoteFile,
} from './adapter.ts';
import { ProviderError } from './provider-error.ts';
import { answerReader, base64File } from './provider-http.ts';
import { outputUrls, replicateVariables, startPrediction, waitForEnd, wasRejected } from './replicate-prediction.ts';

/** Request for images generated from a text. */
export interface ImageRequest {
  prompt: string;
  /** Number of images, 1 to 4. */
  count: number;
  aspectRatio: '16:9' | '9:16' | '1:1' | '4:5' | '4:3' | '21:9';
  /**
   * Whether the background must be transparent. An adapter that cannot generate transparent images throws
   * `unsupported`.
   */
  transparent: boolean;
}

/** Generated images, as many as requested. */
export interface ImageResult {
  files: (GeneratedFile | RemoteFile)[];
}

/** Provider that generates images. */
export type ImageAdapter = CallAdapter<ImageRequest, ImageResult>;

const readStability = answerReader(
  Type.Object({ image: Type.String({ minLength: 1 }), finish_reason: Type.Optional(Type.String()) }),
);

const STABILITY_MAX_BYTES = 32 * 1_048_576;

/**
 * Image adapter for Stability AI's `POST /v2beta/stable-image/...`: https://platform.stability.ai/docs/api-reference.
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
    maxBytes: STABILITY_MAX_BYTES,
    signal,
  });
  const answer = await request.catch((error: unknown) => {
    const name = error instanceof ProviderError ? (error.body as { name?: unknown } | undefined)?.name : undefined;
    throw name === 'content_moderation' ? refused(error) : error;
  });
  const { image, finish_reason } = readStability(answer.json());
  if (finish_reason === 'CONTENT_FILTERED') throw refused();
  return base64File(image);
}

function refused(cause?: unknown): ProviderError {
  return new ProviderError('rejected', 'refused the prompt', { cause });
}

/** Error codes with which OpenAI's APIs refuse a prompt. */
const REFUSALS = ['moderation_blocked', 'content_policy_violation'];

/**
 * Converts the error by which OpenAI refuses a prompt (status 400) to a `rejected` failure.
 * Other errors are returned unchanged. The caller throws the result.
 */
function openaiFailure(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.status !== 400) return error;
  const code = (error.body as { error?: { code?: unknown } } | undefined)?.error?.code;
  if (!REFUSALS.includes(String(code))) return error;
  return new ProviderError('rejected', 'refused the prompt', { status: 400, cause: error });
}

const readOpenaiImages = answerReader(
  Type.Object({ data: Type.Array(Type.Object({ b64_json: Type.String({ minLength: 1 }) }), { minItems: 1 }) }),
);

/** Maximum size of a response in bytes. It fits four images of 1536 x 1024 as base64. */
const OPENAI_MAX_BYTES = 48 * 1_048_576;

/** Image adapter for OpenAI's `POST /images/generations`: https://platform.openai.com/docs/api-reference/images */
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
      maxBytes: OPENAI_MAX_BYTES,
      signal,
    });
    const answer = await request.catch((error: unknown) => {
      throw openaiFailure(error);
    });
    return { files: readOpenaiImages(answer.json()).data.map(({ b64_json }) => base64File(b64_json)) };
  },
};

/** Returns the image size supported by the model that is nearest to an aspect ratio. */
function sizeOf(aspectRatio: ImageRequest['aspectRatio']): string {
  if (aspectRatio === '1:1') return '1024x1024';
  return aspectRatio === '9:16' || aspectRatio === '4:5' ? '1024x1536' : '1536x1024';
}

const readFalImages = answerReader(
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

/** Image adapter for fal's `POST https://fal.run/{model}`: https://docs.fal.ai/model-endpoints/synchronous-requests */
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
    const { images, has_nsfw_concepts = [] } = readFalImages(answer.json());
    if (has_nsfw_concepts.includes(true)) throw new ProviderError('rejected', 'refused the prompt');
    return { files: images.map(({ url }) => ({ url })) };
  },
};

/**
 * Time, in seconds, that the first request waits for the image to be finished. It is the maximum that Replicate
 * accepts.
 */
const WAIT_SEC = 60;

/**
 * Image adapter of Replicate. The configured model must accept `prompt`, `num_outputs` and `aspect_ratio`, as the FLUX
 * family does.
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

/** Image generators in the order in which they are called. */
export const imageAdapters: readonly ImageAdapter[] = [openaiImages, stability, falImages, replicateImages];
