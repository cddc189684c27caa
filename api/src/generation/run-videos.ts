import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type, Value } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import type { Configured } from '../providers/adapter.ts';
import { rejection } from '../providers/call-chain.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { VideoAdapter } from '../providers/video.ts';
import { completeGeneration, failGeneration } from './generation-job.ts';
import { storeGenerated } from './store-generated.ts';

/** Stored request of a video generation job. */
export const VideoRequestSchema = Type.Object({
  prompt: Type.String(),
  durationSec: Type.Number(),
  aspectRatio: Type.Enum(['16:9', '9:16', '1:1']),
  imageUrl: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});
/** Stored request of a video generation job. */
export type VideoRequest = Static<typeof VideoRequestSchema>;

/** Row of a job in the database. */
type JobRow = Prisma.GenerationJobGetPayload<object>;

/** Polling interval for a video, in milliseconds. */
const POLL_MS = 5_000;
/**
 * Maximum time of one step in milliseconds. A step starts the generation, polls the provider, or fetches and stores the
 * video. Other processes skip the job for that long.
 */
const STEP_MS = 180_000;
const CALL_MS = 30_000;
/** Time after which an unfinished video is given up, counted from its request, in milliseconds. */
const LONGEST_MS = 30 * 60_000;

/**
 * Runs the next step of every video job that is due, for all accounts.
 * Any number of processes may call this concurrently, because a process claims a job before each step. If a process
 * crashes before it records that the provider started, the generation is started again. Returns the number of steps
 * run.
 */
export async function runVideos(deps: ApiDeps, now: Date = new Date()): Promise<number> {
  const jobs = await takeDue(deps, now);
  await Promise.all(
    jobs.map((job) =>
      step(deps, job, now).catch((error: unknown) => {
        // The job stays leased until the step would have ended; then it is tried again.
        deps.log.warn({ err: error, job: job.id }, 'a step of a generated video failed; trying again');
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
  await fail(deps, job, `No video provider accepted the request: ${failures.join('; ') || 'none is configured'}.`);
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
    await fail(deps, job, state.rejected ? rejection('body.prompt') : 'The provider failed to create the video.');
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
    // A fault of the video file, or a full storage, is permanent. Any other failure may be temporary: the step is tried
    // again.
    if (!(error instanceof FramemillError) || error.code === 'unavailable') throw error;
    await fail(deps, job, error.message);
  }
}

/** Ends a job without a video. `reason` must not mention credits: that sentence is added here. */
async function fail(deps: ApiDeps, { id }: JobRow, reason: string): Promise<void> {
  await failGeneration(deps.database, id, `${reason} The credits were given back.`);
}

/** Updates a job with the result of a step, and schedules the next step in five seconds. */
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
