import { Type } from '@framemill/timeline/typebox';
import { creditsFor } from '../../generation/generation-costs.ts';
import { createTranscription } from '../../routes/create-transcription.ts';
import { askJson } from '../ask-route.ts';
import { ConfirmationNeeded } from '../confirmation.ts';
import { defineTool } from '../define-tool.ts';
import { changing } from '../tool.ts';

/** Credits that may be spent without confirmation when the caller sets no other amount. */
const FREE_HAND = 10;

export const transcribeMediaTool = defineTool({
  name: 'transcribe_media',
  title: 'Write down what is said',
  description:
    'Words with their times, for `addCaptions`. With `script` a known text is spread over the media or `durationSec` and nothing ' +
    `is charged; otherwise 1 credit per started 10 s, and above ${FREE_HAND} credits (or \`maxCredits\`) only with \`confirm: true\`.`,
  route: createTranscription,
  scope: 'ai.transcribe',
  input: Type.Object({
    mediaId: Type.Optional(Type.String({ maxLength: 64 })),
    script: Type.Optional(Type.String({ maxLength: 20_000 })),
    durationSec: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 86_400 })),
    language: Type.Optional(Type.String({ maxLength: 35 })),
    maxCredits: Type.Optional(Type.Integer({ minimum: 0, description: `Default ${FREE_HAND}.` })),
    confirm: Type.Optional(Type.Boolean({ description: 'Spend more than `maxCredits`.' })),
  }),
  output: createTranscription.answer,
  annotations: { ...changing, openWorldHint: true },
  async run({ maxCredits = FREE_HAND, confirm = false, ...body }, context) {
    if (body.script === undefined && body.mediaId !== undefined && !confirm) {
      const url = `/v1/media/${encodeURIComponent(body.mediaId)}`;
      const { media } = (await askJson(context, { method: 'GET', url })) as { media: { durationSec: number | null } };
      const price = creditsFor.transcription(media.durationSec ?? 0);
      if (price > maxCredits) {
        const question = `This costs ${price} credits, more than the ${maxCredits} that may be spent without asking.`;
        throw new ConfirmationNeeded(question, { credits: price });
      }
    }
    return { data: await askJson(context, { method: 'POST', url: '/v1/ai/transcriptions', body }) };
  },
});
