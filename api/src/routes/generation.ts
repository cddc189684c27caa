import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import { balanceNow } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';
import { fixtureFolder } from '../files/publish-fixtures.ts';
import { creditsFor } from '../generation/generation-costs.ts';
import { beginGeneration } from '../generation/generation-job.ts';
import {
  CreditsSchema,
  type JobRecord,
  JobRecordSchema,
  jobRecord,
  LanguageField,
  TimedWordSchema,
} from '../generation/generation-schema.ts';
import { MAX_PROMPT, makeImages, makeMedia } from '../generation/make-media.ts';
import { storeGenerated } from '../generation/store-generated.ts';
import { isIdLike, newId } from '../ids.ts';
import { type MediaRecord, MediaRecordSchema, withIngests } from '../media/media-record.ts';
import { checkStorage } from '../media/storage.ts';
import { callChain, checkPrompt, notConfigured } from '../providers/call-chain.ts';
import type { TimedWord } from '../providers/speech.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that generates images from a text: POST /v1/ai/images. */
export const createImages = defineRoute({
  name: 'create-images',
  method: 'POST',
  path: '/ai/images',
  access: 'ai.image',
  summary: 'Make pictures of a text',
  description:
    'Costs 10 credits a picture, charged first and given back when no provider makes them. The answer has them ' +
    'as media, ready to be used by clips. With a test key it has a sample and nothing is charged.',
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

/** Text added before the caller's prompt, so that the generated image is a sticker. */
const STYLE = 'A single sticker with a clean outline, centred, whole, on a transparent background:';

/** Route that generates a sticker from a text: POST /v1/ai/stickers. */
export const createSticker = defineRoute({
  name: 'create-sticker',
  method: 'POST',
  path: '/ai/stickers',
  access: 'ai.image',
  summary: 'Make a sticker of a text',
  description:
    'A picture with a transparent background, for `addSticker`. Costs 8 credits, charged first and given back ' +
    'when no provider makes it. With a test key the answer has a sample and nothing is charged.',
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

/** Maximum time for one speech provider, in milliseconds. */
const SPEECH_TIMEOUT_MS = 60_000;
const MAX_TEXT = 5_000;

/** Route that generates speech from a text: POST /v1/ai/speech. */
export const createSpeech = defineRoute({
  name: 'create-speech',
  method: 'POST',
  path: '/ai/speech',
  access: 'ai.speech',
  summary: 'Speak a text',
  description:
    'Costs 1 credit per started 100 characters, charged first and given back when no provider speaks it. `words` ' +
    'has the times of the words where the provider tells them; `POST /v1/ai/transcriptions` with the script ' +
    'finds them otherwise. With a test key the answer has a sample and nothing is charged.',
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

/** Route that starts generating a video from a text: POST /v1/ai/videos. */
export const createVideo = defineRoute({
  name: 'create-video',
  method: 'POST',
  path: '/ai/videos',
  access: 'ai.video',
  summary: 'Make a film of a text',
  description:
    'Takes minutes: poll `poll` until the status is COMPLETED or FAILED. Costs 20 credits a second, charged ' +
    'first and given back when it fails. One at a time for an account; a second one is refused with ' +
    '`quota_exceeded`. With a test key the job is COMPLETED at once with a sample and nothing is charged.',
  body: Type.Object({
    prompt: Type.String({ minLength: 1, maxLength: MAX_PROMPT, pattern: '\\S', description: 'What the film shows.' }),
    durationSec: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Default 5.' })),
    aspectRatio: Type.Optional(Type.Enum(['16:9', '9:16', '1:1'], { description: 'Default 16:9.' })),
    imageUrl: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Public https address of a picture that the film begins with.' }),
    ),
  }),
  status: 202,
  answer: Type.Object({ job: JobRecordSchema, credits: CreditsSchema, poll: Type.String() }),
  errors: ['insufficient_credits', 'prompt_rejected', 'not_configured', 'provider_error', 'quota_exceeded'],
  examples: [{ title: 'Five seconds', body: { prompt: 'Waves at a rocky shore, slow motion', durationSec: 5 } }],
  async handle({ body, caller }, deps) {
    const { prompt, durationSec = 5, aspectRatio = '16:9', imageUrl = null } = body;
    const { database, providers, outbound } = deps;
    // The provider fetches the image, not this service. Addresses that are not public are refused all the same.
    if (imageUrl !== null) await outbound.check(imageUrl);
    await checkPrompt(providers, { text: prompt, field: 'body.prompt' }, deps);
    const { accountId } = caller;
    if (caller.credential.environment === 'test') {
      const job = await sampleVideoJob(deps, caller, prompt);
      const credits = { charged: 0, remaining: await balanceNow(deps, accountId) };
      return { job, credits, poll: `/v1/ai/jobs/${job.id}` };
    }
    if (providers.video.length === 0) throw notConfigured('video');
    await checkStorage(deps, caller, 1);
    const price = creditsFor.video(durationSec);
    const { id, remaining } = await beginGeneration(deps, caller, {
      ...{ kind: 'video', credits: price, reason: `video, ${durationSec} s` },
      request: { prompt, durationSec, aspectRatio, imageUrl },
      async check(tx) {
        const running = await tx.generationJob.count({ where: { accountId, kind: 'video', status: 'PROCESSING' } });
        if (running === 0) return;
        const message =
          'A video is already being generated, and one at a time is allowed. Nothing was charged. Wait until it ends.';
        throw new FramemillError('quota_exceeded', message, { what: 'videoJobs', limit: 1 });
      },
    });
    const row = await database.client.generationJob.findUniqueOrThrow({ where: { id } });
    return { job: jobRecord(row, null), credits: { charged: price, remaining }, poll: `/v1/ai/jobs/${id}` };
  },
});

/** Route that reads the state of a video generation job: GET /v1/ai/jobs/{id}. */
export const getAiJob = defineRoute({
  name: 'get-ai-job',
  method: 'GET',
  path: '/ai/jobs/:id',
  access: 'ai.video',
  summary: 'How a film that is being made stands',
  description: 'Poll at most every five seconds, until the status is COMPLETED or FAILED.',
  params: Type.Object({ id: Type.String() }),
  status: 200,
  answer: Type.Object({ job: JobRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'A job' }],
  async handle({ params: { id }, caller: { accountId } }, { database }) {
    const where = { id, accountId, kind: 'video' };
    const row = isIdLike(id) ? await database.client.generationJob.findFirst({ where }) : null;
    if (row === null) throw new FramemillError('not_found', 'There is no such job. Check its id.');
    const mediaId = row.mediaIds[0];
    const media = mediaId
      ? await database.client.media.findUnique({ where: { id: mediaId }, include: withIngests })
      : null;
    return { job: jobRecord(row, media) };
  },
});

/** Creates a completed job with the sample video, as the response to test keys. Nothing is charged. */
async function sampleVideoJob(deps: ApiDeps, caller: Caller, name: string): Promise<JobRecord> {
  const file = { data: await readFile(path.join(fixtureFolder, 'sample.mp4')) };
  const media = await storeGenerated(deps, caller, { generationId: null, file, name, kinds: ['video'] });
  const { accountId, credential } = caller;
  const now = new Date();
  const row = await deps.database.client.generationJob.create({
    data: {
      ...{ id: newId('job'), accountId, appId: credential.appId, kind: 'video', status: 'COMPLETED', progress: 100 },
      ...{ credits: 0, provider: 'sample', mediaIds: [media.id], leaseUntil: now, endedAt: now },
    },
  });
  return jobRecord(row, media);
}
