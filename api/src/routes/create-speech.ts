import { Type } from '@framemill/timeline/typebox';
import { CreditsSchema } from '../generation/credits-schema.ts';
import { creditsFor } from '../generation/generation-costs.ts';
import { LanguageField } from '../generation/language-field.ts';
import { makeMedia } from '../generation/make-media.ts';
import { TimedWordSchema } from '../generation/timed-words.ts';
import { type MediaRecord, MediaRecordSchema } from '../media/media-record.ts';
import { callChain } from '../providers/call-chain.ts';
import type { TimedWord } from '../providers/speech/speech-adapter.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Maximum time for one speech provider, in milliseconds. */
const SPEECH_TIMEOUT_MS = 60_000;
const MAX_TEXT = 5_000;

/** Route that generates speech from a text: POST /v1/ai/speech. */
export const createSpeech = defineRoute({
  name: 'create-speech',
  method: 'POST',
  path: '/ai/speech',
  scope: 'ai.speech',
  summary: 'Speak a text',
  description:
    'Costs 1 credit per started 100 characters, charged first and given back when no provider speaks it. `words` has the ' +
    'times of the words where the provider tells them; `POST /v1/ai/transcriptions` with the script finds them otherwise. ' +
    'With a test key the answer has a sample and nothing is charged.',
  body: Type.Object({
    text: Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: '\\S', description: 'What is said.' }),
    voice: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'A voice of the provider.' })),
    language: Type.Optional(LanguageField),
    format: Type.Optional(Type.Enum(['mp3', 'wav'], { description: 'Default: what the provider makes.' })),
  }),
  status: 201,
  answer: Type.Object({
    media: MediaRecordSchema,
    durationSec: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'null while the file is PROCESSING.',
    }),
    words: Type.Optional(Type.Array(TimedWordSchema)),
    credits: CreditsSchema,
  }),
  errors: ['insufficient_credits', 'prompt_rejected', 'not_configured', 'provider_error', 'quota_exceeded'],
  examples: [{ title: 'A sentence', body: { text: 'Edit video as data.', language: 'en' } }],
  async handle({ body, caller }, deps) {
    const { text, voice = null, language = null, format = null } = body;
    const made = await makeMedia<TimedWord[] | null>(deps, caller, {
      ...{ kind: 'speech', providers: 'speech', text, field: 'body.text', name: text.slice(0, 60) },
      ...{ credits: creditsFor.speech(text), reason: `speech, ${[...text].length} characters` },
      ...{ mediaKinds: ['audio'], sample: { file: 'sample.mp3', count: 1, extra: null } },
      async produce(signal) {
        const call = { kind: 'speech', timeoutMs: SPEECH_TIMEOUT_MS, field: 'body.text', signal } as const;
        const { provider, result } = await callChain(
          deps.providers.speech,
          { text, voice, language, format },
          call,
          deps,
        );
        return { provider, files: [result.file], extra: result.words };
      },
    });
    const [media] = made.media as [MediaRecord];
    const words = made.extra === null ? {} : { words: made.extra };
    return { media, durationSec: media.durationSec, ...words, credits: made.credits };
  },
});
