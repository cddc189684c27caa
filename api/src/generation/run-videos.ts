import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type, Value } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import type { Configured } from '../providers/adapter.ts';
import { rejection } from '../providers/call-chain.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { VideoAdapter } from '../providers/video/video-adapter.ts';
import { completeGeneration, failGeneration } from './generation-job.ts';
import { storeGenerated } from './store-generated.ts';

/** What is stored of a video that was asked for. */
export const VideoRequestSchema = Type.Object({
  prompt: Type.String(),
  durationSec: Type.Number(),
  aspectRatio: Type.Enum(['16:9', '9:16', '1:1']),
  imageUrl: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
/** What a video is to be generated from. */
export type VideoRequest = Static<typeof VideoRequestSchema>;

/** A row of the database. */
type JobRow = Prisma.GenerationJobGetPayload<object>;

/** Between two questions how a video stands, in milliseconds. */
const POLL_MS = 5_000;
/** What one step may take: start, question, or fetching and storing the film. Others leave the job alone that long. */
const STEP_MS = 180_000;
const CALL_MS = 30_000;
/** A video that takes longer than this, from its order on, is given up. */
const LONGEST_MS = 30 * 60_000;

/**
 * Does what is due for videos of all accounts, one step each. Any number of processes may do this: a job is held by one for
 * the length of a step. Between the start of the work over there and the note of it, a crash makes the work start again.
 * Returns how many steps were done.
 */
export async function runVideos(deps: ApiDeps, now: Date = new Date()): Promise<number> {
  const jobs = await takeDue(deps, now);
  await Promise.all(
    jobs.map((job) =>
      step(deps, job, now).catch((error: unknown) => {
        // Held until its step would have ended; then it is tried again.
        deps.log.warn({ err: error, job: job.id }, 'a step of a video failed inside; trying again');
      }),
    ),
  );
  return jobs.length;
}

async function takeDue({ database }: ApiDeps, now: Date): Promise<JobRow[]> {
  const due = await database.client.$queryRaw<{ id: string }[]>`
    UPDATE "GenerationJob" SET "leaseUntil" = ${new Date(now.getTime() + STEP_MS)}
    WHERE "id" IN (
      SELECT "id" FROM "GenerationJob"
      WHERE "status" = 'PROCESSING' AND "kind" = 'video' AND "leaseUntil" <= ${now}
      ORDER BY "leaseUntil" LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING "id"`;
  if (due.length === 0) return [];
  return database.client.generationJob.findMany({ where: { id: { in: due.map(({ id }) => id) } } });
}

async function step(deps: ApiDeps, job: JobRow, now: Date): Promise<void> {
  if (now.getTime() - job.createdAt.getTime() > LONGEST_MS) {
    await failGeneration(deps.database, job.id, 'The provider took too long. The credits were given back.');
  } else if (job.providerJobId === null) {
    await start(deps, job);
  } else {
    await poll(deps, job, job.providerJobId);
  }
}

async function start(deps: ApiDeps, job: JobRow): Promise<void> {
  const request = Value.Parse(VideoRequestSchema, job.request);
  const failures: string[] = [];
  for (const provider of deps.providers.video) {
    try {
      const { providerJobId } = await timed(deps, provider, (context) => provider.adapter.start(request, context));
      await putOff(deps, job, { provider: provider.adapter.name, providerJobId, progress: 1 });
      return;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.fault === 'rejected') return fail(deps, job, rejection('body.prompt'));
      failures.push(`${provider.adapter.name} ${error.message}`);
    }
  }
  await fail(deps, job, `No video provider took the order: ${failures.join('; ') || 'none is configured'}.`);
}

async function poll(deps: ApiDeps, job: JobRow, providerJobId: string): Promise<void> {
  const provider = deps.providers.video.find(({ adapter }) => adapter.name === job.provider);
  if (!provider) return fail(deps, job, `The provider ${job.provider} is no longer configured.`);
  const state = await timed(deps, provider, (context) => provider.adapter.poll(providerJobId, context)).catch(
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      return { state: 'running', progress: null } as const;
    },
  );
  if (state.state === 'running') {
    await putOff(deps, job, { progress: Math.max(job.progress, Math.min(99, Math.round(state.progress ?? 0))) });
  } else if (state.state === 'failed') {
    await fail(deps, job, state.rejected ? rejection('body.prompt') : 'The provider failed to make the film.');
  } else {
    await finish(deps, job, state.file);
  }
}

async function finish(deps: ApiDeps, job: JobRow, file: { url: string }): Promise<void> {
  const account = await deps.database.client.account.findUniqueOrThrow({ where: { id: job.accountId } });
  const owner = { accountId: account.id, plan: deps.plans.of(account) };
  const { prompt } = Value.Parse(VideoRequestSchema, job.request);
  try {
    const media = await storeGenerated(deps, owner, { generationId: job.id, file, name: prompt, kinds: ['video'] });
    const provider = job.provider ?? '';
    if (await completeGeneration(deps.database, job.id, { provider, mediaIds: [media.id] })) {
      deps.metrics.creditsCharged.inc({ kind: 'video', provider }, job.credits);
    }
  } catch (error) {
    // What is wrong with the film, or with the room for it, stays so. Anything else may pass: the step is tried again.
    if (!(error instanceof FramemillError) || error.code === 'unavailable') throw error;
    await fail(deps, job, error.message);
  }
}

/** Ends a job without a film. `reason` says nothing of credits: that is added here. */
async function fail(deps: ApiDeps, { id }: JobRow, reason: string): Promise<void> {
  await failGeneration(deps.database, id, `${reason} The credits were given back.`);
}

/** Notes what a step learned; the next step is due in five seconds. */
async function putOff({ database }: ApiDeps, { id }: JobRow, data: Prisma.GenerationJobUpdateManyMutationInput) {
  const leaseUntil = new Date(Date.now() + POLL_MS);
  await database.client.generationJob.updateMany({
    where: { id, status: 'PROCESSING' },
    data: { ...data, leaseUntil },
  });
}

async function timed<T>(
  { http, log, metrics }: ApiDeps,
  { adapter, settings }: Configured<VideoAdapter>,
  call: (context: Parameters<VideoAdapter['start']>[1]) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const end = (outcome: string) =>
    metrics.providerCallSeconds.observe(
      { kind: 'video', provider: adapter.name, outcome },
      (performance.now() - started) / 1_000,
    );
  try {
    const result = await call({ settings, http, log, signal: AbortSignal.timeout(CALL_MS) });
    end('answered');
    return result;
  } catch (error) {
    end(error instanceof ProviderError ? error.fault : 'malformed');
    throw error;
  }
}
