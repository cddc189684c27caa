import { Type } from '@framemill/timeline/typebox';
import { CreditsSchema } from '../generation/credits-schema.ts';
import { creditsFor } from '../generation/generation-costs.ts';
import { MAX_PROMPT, makeImages } from '../generation/make-images.ts';
import { MediaRecordSchema } from '../media/media-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that generates images from a text: POST /v1/ai/images. */
export const createImages = defineRoute({
  name: 'create-images',
  method: 'POST',
  path: '/ai/images',
  scope: 'ai.image',
  summary: 'Make pictures of a text',
  description:
    'Costs 10 credits a picture, charged first and given back when no provider makes them. The answer has them as media, ' +
    'ready to be used by clips. With a test key it has a sample and nothing is charged.',
  body: Type.Object({
    prompt: Type.String({
      minLength: 1,
      maxLength: MAX_PROMPT,
      pattern: '\\S',
      description: 'What the picture shows.',
    }),
    aspectRatio: Type.Optional(
      Type.Enum(['16:9', '9:16', '1:1', '4:5', '4:3', '21:9'], {
        description: 'Default 16:9. Providers take the nearest that they can make.',
      }),
    ),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 4, description: 'Default 1.' })),
  }),
  status: 201,
  answer: Type.Object({ media: Type.Array(MediaRecordSchema), credits: CreditsSchema }),
  errors: ['insufficient_credits', 'prompt_rejected', 'not_configured', 'provider_error', 'quota_exceeded'],
  examples: [{ title: 'A landscape', body: { prompt: 'A snowy peak above clouds at dawn', aspectRatio: '16:9' } }],
  async handle({ body, caller }, deps) {
    const { prompt, aspectRatio = '16:9', count = 1 } = body;
    const { media, credits } = await makeImages(deps, caller, {
      ...{ kind: 'image', prompt, request: { prompt, aspectRatio, count, transparent: false } },
      ...{ credits: creditsFor.image(count), reason: `${count} picture${count === 1 ? '' : 's'}` },
    });
    return { media, credits };
  },
});
