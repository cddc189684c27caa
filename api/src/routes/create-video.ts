import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { balanceNow } from '../credits/ledger.ts';
import { CreditsSchema } from '../generation/credits-schema.ts';
import { creditsFor } from '../generation/generation-costs.ts';
import { beginGeneration } from '../generation/generation-job.ts';
import { JobRecordSchema, jobRecord } from '../generation/job-record.ts';
import { MAX_PROMPT } from '../generation/make-images.ts';
import { sampleVideoJob } from '../generation/sample-video.ts';
import { checkStorage } from '../media/storage.ts';
import { notConfigured } from '../providers/call-chain.ts';
import { checkPrompt } from '../providers/check-prompt.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that starts generating a video from a text: POST /v1/ai/videos. */
export const createVideo = defineRoute({
  name: 'create-video',
  method: 'POST',
  path: '/ai/videos',
  scope: 'ai.video',
  summary: 'Make a film of a text',
  description:
    'Takes minutes: poll `poll` until the status is COMPLETED or FAILED. Costs 20 credits a second, charged first and given ' +
    'back when it fails. One at a time for an account; a second one is refused with `quota_exceeded`. With a test key the ' +
    'job is COMPLETED at once with a sample and nothing is charged.',
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
