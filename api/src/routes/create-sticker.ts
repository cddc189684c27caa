import { Type } from '@framemill/timeline/typebox';
import { CreditsSchema } from '../generation/credits-schema.ts';
import { creditsFor } from '../generation/generation-costs.ts';
import { MAX_PROMPT, makeImages } from '../generation/make-images.ts';
import { type MediaRecord, MediaRecordSchema } from '../media/media-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Text added before the caller's prompt, so that the generated image is a sticker. */
const STYLE = 'A single sticker with a clean outline, centred, whole, on a transparent background:';

/** Route that generates a sticker from a text: POST /v1/ai/stickers. */
export const createSticker = defineRoute({
  name: 'create-sticker',
  method: 'POST',
  path: '/ai/stickers',
  scope: 'ai.image',
  summary: 'Make a sticker of a text',
  description:
    'A picture with a transparent background, for `addSticker`. Costs 8 credits, charged first and given back when no provider ' +
    'makes it. With a test key the answer has a sample and nothing is charged.',
  body: Type.Object({
    prompt: Type.String({
      minLength: 1,
      maxLength: MAX_PROMPT,
      pattern: '\\S',
      description: 'What the sticker shows.',
    }),
  }),
  status: 201,
  answer: Type.Object({ media: MediaRecordSchema, credits: CreditsSchema }),
  errors: ['insufficient_credits', 'prompt_rejected', 'not_configured', 'provider_error', 'quota_exceeded'],
  examples: [{ title: 'A sticker', body: { prompt: 'A laughing lemon' } }],
  async handle({ body: { prompt }, caller }, deps) {
    const request = { prompt: `${STYLE} ${prompt}`, aspectRatio: '1:1', count: 1, transparent: true } as const;
    const order = { kind: 'sticker', prompt, request, credits: creditsFor.sticker(), reason: 'sticker' } as const;
    const made = await makeImages(deps, caller, order);
    const [media] = made.media as [MediaRecord];
    return { media, credits: made.credits };
  },
});
