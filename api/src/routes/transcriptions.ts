import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { RouteServices } from '../deps.ts';
import { CreditsSchema, LanguageField, TimedWordSchema } from '../generation/generation-schema.ts';
import {
  alignedTranscript,
  recognizedTranscript,
  sampleTranscript,
  scriptTranscript,
} from '../generation/transcribe.ts';
import { isIdLike } from '../ids.ts';
import { fetchMedia } from '../media/fetch-media.ts';
import { type MediaRow, withIngests } from '../media/media-record.ts';
import { defineRoute } from '../routing/define-route.ts';

const MAX_SCRIPT = 20_000;
/** Duration, in seconds, of the sample transcript that requests with a test key and a `url` get. */
const SAMPLE_SEC = 4;

/** Route that transcribes speech with the times of its words: POST /v1/ai/transcriptions. */
export const createTranscription = defineRoute({
  name: 'create-transcription',
  method: 'POST',
  path: '/ai/transcriptions',
  access: 'ai.transcribe',
  summary: 'Write down what is said, word by word',
  description:
    '`words` goes into `addCaptions` as it is. Mode `auto` has a provider listen to `mediaId` (or to a file at ' +
    '`url`, which becomes media): 1 credit per started 10 s, charged first and given back when it fails. Without ' +
    'a provider the farm writes English down itself where pocketsphinx is installed, at most 300 s and with many ' +
    'errors. Mode `script` costs nothing: the farm finds when the words of a known English script are spoken in ' +
    'the media, and words that it does not find, or all where it cannot, are spread between by their syllables. ' +
    'With `durationSec` the script is spread over that time. With a test key a sample comes: nothing is fetched, ' +
    'stored or charged.',
  body: Type.Object({
    mediaId: Type.Optional(Type.String({ maxLength: 64, description: 'Media of yours with sound.' })),
    url: Type.Optional(
      Type.String({ minLength: 1, maxLength: 2_000, description: 'Public address of a file, in place of `mediaId`.' }),
    ),
    language: Type.Optional(LanguageField),
    mode: Type.Optional(
      Type.Enum(['auto', 'script'], { description: 'Default auto, script when there is a `script`.' }),
    ),
    script: Type.Optional(
      Type.String({ maxLength: MAX_SCRIPT, pattern: '\\S', description: 'What is said. Mode script.' }),
    ),
    durationSec: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, maximum: 86_400, description: 'Seconds that the script fills. Mode script.' }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    words: Type.Array(TimedWordSchema),
    text: Type.String(),
    language: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    durationSec: Type.Number(),
    provider: Type.String({
      description: '`pocketsphinx`: heard by the farm itself. `script`: spread over the duration, heard by nobody.',
    }),
    credits: CreditsSchema,
  }),
  errors: [
    'not_found',
    'insufficient_credits',
    'not_configured',
    'provider_error',
    'payload_too_large',
    'quota_exceeded',
  ],
  examples: [
    { title: 'A script over four seconds', body: { mode: 'script', script: 'Edit video as data.', durationSec: 4 } },
  ],
  async handle({ body, caller }, deps) {
    const { script, language = null, mode = script === undefined ? 'auto' : 'script' } = body;
    if (body.mediaId !== undefined && body.url !== undefined) {
      throw wrong('body.url', 'mediaId and url are both set. Send only one of them.');
    }
    if (mode === 'script' && script === undefined)
      throw wrong('body.script', 'The mode is "script", but script is missing. Send it.');
    if (mode === 'script' && script !== undefined && body.durationSec !== undefined) {
      return scriptTranscript(deps, caller, { script, durationSec: body.durationSec, language });
    }
    // With a test key, nothing is fetched or stored.
    if (body.url !== undefined && caller.credential.environment === 'test') {
      return sampleTranscript(deps, caller, SAMPLE_SEC, script);
    }
    const media = await requireMedia(deps, caller, body);
    if (mode === 'auto' || script === undefined) return recognizedTranscript(deps, caller, media, language);
    if (media.durationSec === null) throw wrong('body.mediaId', 'The media has no duration. Send durationSec.');
    return alignedTranscript(deps, caller, media, { script, durationSec: media.durationSec, language });
  },
});

async function requireMedia(
  deps: RouteServices,
  caller: Caller,
  { mediaId, url }: { mediaId?: string; url?: string },
): Promise<MediaRow> {
  if (mediaId !== undefined) {
    const where = { id: mediaId, accountId: caller.accountId };
    const row = isIdLike(mediaId) ? await deps.database.client.media.findFirst({ where, include: withIngests }) : null;
    if (row === null) throw new FramemillError('not_found', 'There is no such media. Check its id.');
    return row;
  }
  if (url !== undefined) return fetchMedia(deps, caller, { url });
  throw wrong('body.mediaId', 'mediaId and url are both missing. Send one of them.');
}

function wrong(field: string, message: string): FramemillError {
  return new FramemillError('invalid_request', message, { field });
}
