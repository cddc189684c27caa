import { clipThatNeedsBrowser } from '@framemill/compositor/plan';
import {
  createRedis,
  type Database,
  type Logger,
  type ObjectStore,
  type Redis,
  redisReady,
  reportRedis,
} from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { Queue, QueueEvents } from 'bullmq';
import { createAccountTurns } from '../account-turns.ts';
import { type AdmitInput, admit } from '../admission/admit.ts';
import { admitAgain } from '../admission/admit-again.ts';
import { createPacedCheck } from '../admission/export-allowance.ts';
import type { AppliedOptions } from '../admission/prepare-render.ts';
import { type BatchInput, cancelBatchRow, createBatch, findBatch, type OwnBatch, retryBatchItems } from '../batches.ts';
import { defaultPlans, type Plans } from '../plans/index.ts';
import {
  type JobFailure,
  previewFrameJob,
  probeJob,
  publishStop,
  queueOptions,
  queuePrefix,
  readLeases,
  type Transcription,
  transcribeJob,
} from '../protocol/index.ts';
import { quoteBatch } from '../quote/quote-batch.ts';
import { type Quote, type QuoteOrder, quoteRender } from '../quote/quote-render.ts';
import {
  announce,
  type BatchRecord,
  type BatchRow,
  batchRecords,
  type RenderRecord,
  removeMirror,
  renderRecord,
  writeMirror,
} from '../records/index.ts';
import type { LeftUpload } from '../retention/remove-renders.ts';
import { notifySchedulers } from '../wake.ts';
import { closeWithin } from '../work-queues.ts';
import { cancelRender } from './cancel.ts';
import { createKnownDocuments, openFrameInbox } from './frame-state.ts';
import {
  canTranscribe,
  type JobQueue,
  type ProbeRequest,
  requestProbe,
  requestTranscription,
  type TranscriptionRequest,
} from './media-requests.ts';
import { type RemoveInput, removeRender } from './remove.ts';
import { type FrameRequest, type RenderedFrame, requestFrame } from './request-frame.ts';
import { countPreviewFault, requestPageFrame } from './request-page-frame.ts';

/** Maximum time that closing waits for BullMQ when Redis is unavailable, in ms. */
const closeTimeoutMs = 1_000;

/** Dependencies that the API passes to its scheduler client. */
export interface SchedulerClientDeps {
  readonly database: Database;
  /**
   * Redis URL. The client opens separate connections, because commands that wait for results block their connection.
   */
  readonly redisUrl: string;
  readonly store: ObjectStore;
  readonly log: Logger;
  /** Plans that limit the accounts; absent: the built-in plans. */
  readonly plans?: Plans;
}

/** Scheduling operations that the API can call. */
export interface SchedulerClient {
  /**
   * Queues a render. Throws `not_found`, `invalid_request` or `quota_exceeded`; in that case nothing is queued or
   * charged.
   */
  admit(input: AdmitInput): Promise<{ render: RenderRecord; applied: AppliedOptions }>;
  /**
   * Estimates the work and time of a render; nothing is queued or charged. Throws as `admit` does, except
   * `quota_exceeded`: the quote itself reports an exhausted allowance.
   */
  quote(order: QuoteOrder): Promise<{ quote: Quote; applied: AppliedOptions }>;
  /** Cancels a render. Throws `not_found`, or `invalid_request` (details.conflictCode) when it has ended. */
  cancel(input: { accountId: string; renderId: string }): Promise<RenderRecord>;
  /**
   * Removes an ended render with its files, and returns the unfinished uploads of its deliveries. Throws `not_found`,
   * or `invalid_request` (details.conflictCode) when it has not ended.
   */
  remove(input: RemoveInput): Promise<readonly LeftUpload[]>;
  /**
   * Renders a failed or cancelled render again, with its stored document. Throws `not_found`, `invalid_request`,
   * `quota_exceeded`.
   */
  retry(renderId: string): Promise<RenderRecord>;
  /**
   * Creates a batch. Throws `quota_exceeded` when the account has too few exports left this month: nothing is written
   * then.
   */
  createBatch(input: BatchInput): Promise<BatchRecord>;
  /**
   * Estimates the work and time of a batch. Of more than 200 items an evenly spaced sample is estimated. Throws as
   * `quote` does.
   */
  quoteBatch(
    input: Omit<BatchInput, 'name' | 'environment' | 'along'>,
  ): Promise<{ quote: Quote; applied: AppliedOptions }>;
  /**
   * Cancels a batch and its renders. Throws `not_found`, or `invalid_request` (details.conflictCode) when it has ended.
   */
  cancelBatch(batch: OwnBatch): Promise<BatchRecord>;
  /**
   * Renders the failed and cancelled items of a batch again; the files of completed items are not changed. Throws
   * `not_found`, and `invalid_request` (details.conflictCode) when the batch's document was swept.
   */
  retryBatch(batch: OwnBatch): Promise<{ batch: BatchRecord; items: number }>;
  /** Requests quality measurements of a render's finished file. Does nothing when they were already requested. */
  requestReport(renderId: string): Promise<void>;
  /**
   * Renders one frame or contact sheet. Throws `unavailable` when no node takes the job in time, after about 5 s when
   * no live node takes such jobs, and `provider_error` when the node that took it does not complete it.
   */
  requestFrame(request: FrameRequest): Promise<RenderedFrame>;
  /**
   * Probes an upload; null: the probe has not finished in time. Throws `invalid_request` when it is not usable media.
   */
  requestProbe(request: ProbeRequest): Promise<MediaFacts | null>;
  /** Whether a live node can transcribe speech now. */
  canTranscribe(): Promise<boolean>;
  /**
   * Transcribes a media file on a node, one file at a time for each account. Throws `provider_error` when no node
   * completes it in time.
   */
  requestTranscription(request: TranscriptionRequest): Promise<Transcription>;
  close(): Promise<void>;
}

/** Creates a scheduler client; resolves when Redis accepts commands. */
export async function createSchedulerClient(deps: SchedulerClientDeps): Promise<SchedulerClient> {
  const { database, store, log, plans = defaultPlans } = deps;
  const report = reportRedis(log, 'scheduler client');
  const redis = createRedis(deps.redisUrl, 'producer', report);
  await redisReady(redis);
  // Reading the results of a queue blocks the connection, so each queue has one of its own; so has the inbox.
  const blocking: Redis[] = [];
  const openBlocking = () => {
    const connection = createRedis(deps.redisUrl, 'worker', report);
    blocking.push(connection);
    return connection;
  };
  const open = (name: string): JobQueue => {
    const queue = new Queue(name, { ...queueOptions, connection: redis });
    const events = new QueueEvents(name, { prefix: queuePrefix, connection: openBlocking() });
    queue.on('error', report.onError);
    events.on('error', report.onError);
    return { queue, events };
  };
  const queues = {
    preview: open(previewFrameJob.queues.cpu),
    previewHtml: open(previewFrameJob.queues.html),
    probe: open(probeJob.queues.cpu),
    transcribe: open(transcribeJob.queues.cpu),
  };

  // The row is already in Postgres: without the mirror, a client that polls only takes the slower path.
  const mirror = async (accountId: string, record: RenderRecord) => {
    await writeMirror(redis, accountId, record).catch((error: unknown) =>
      log.warn({ err: error, renderId: record.id }, 'the render mirror could not be written'),
    );
  };

  const stop = (jobId: string) => publishStop(redis, jobId);
  const frames = {
    store,
    stop,
    nodes: () => readLeases(redis),
    known: createKnownDocuments(),
    inbox: openFrameInbox(openBlocking(), log),
    // The result of the preview does not depend on whether the fault is counted.
    onFaultySource: (accountId: string, failure: JobFailure) =>
      countPreviewFault({ database, redis, log }, accountId, failure).catch((error: unknown) =>
        log.warn({ err: error, accountId }, 'a fault of a file was not counted'),
      ),
  };
  const checkAllowance = createPacedCheck();
  const pageTurns = createAccountTurns();
  const speechTurns = createAccountTurns();

  const cancel: SchedulerClient['cancel'] = async (input) => {
    const onPublishFailed = (error: unknown) =>
      log.warn({ err: error, renderId: input.renderId }, 'nodes are told of the cancel by the leader');
    const row = await cancelRender({ database, redis, onPublishFailed }, input);
    const render = renderRecord(row);
    await mirror(row.accountId, render);
    await announce(redis, 'render.cancelled', { renderId: row.id, accountId: row.accountId }).catch(onPublishFailed);
    return render;
  };
  const recordOf = async (row: BatchRow) => {
    const [record] = await batchRecords(database, [row]);
    if (record === undefined) throw new RangeError(`The record of batch ${row.id} was not found.`);
    return record;
  };

  return {
    async admit(input) {
      const { row, applied } = await admit({ database, store, plans, checkAllowance }, input);
      const render = renderRecord(row);
      await mirror(row.accountId, render);
      return { render, applied };
    },
    quote: (order) => quoteRender({ database, store, plans, redis }, order),
    cancel,
    async remove(input) {
      const { accountId, renderId } = input;
      const uploads = await removeRender({ database, store }, input);
      // Without the mark, a client that polls sees the removed render until its copy expires.
      await removeMirror(redis, accountId, renderId).catch((error: unknown) =>
        log.warn({ err: error, renderId }, 'the copy of a removed render could not be deleted'),
      );
      return uploads;
    },
    async retry(renderId) {
      const row = await admitAgain({ database, store, plans }, renderId);
      const render = renderRecord(row);
      await mirror(row.accountId, render);
      return render;
    },
    async createBatch(input) {
      return recordOf(await createBatch({ database, plans }, input));
    },
    quoteBatch: (input) => quoteBatch({ database, store, plans, redis }, input),
    async cancelBatch(own) {
      for (const renderId of await cancelBatchRow(database, own)) {
        // A render that has ended meanwhile needs no cancel; the leader cancels the renders that this call does not
        // reach.
        await cancel({ accountId: own.accountId, renderId }).catch((error: unknown) =>
          log.info({ err: error, renderId }, 'a render of a cancelled batch was not cancelled here'),
        );
      }
      return recordOf(await findBatch(database, own));
    },
    async retryBatch(own) {
      const items = await retryBatchItems(database, own);
      return { batch: await recordOf(await findBatch(database, own)), items };
    },
    async requestReport(renderId) {
      await database.client.$transaction(async (tx) => {
        const { count } = await tx.renderReport.createMany({ data: [{ renderId }], skipDuplicates: true });
        if (count === 1) await notifySchedulers(tx, 'render');
      });
    },
    async requestFrame(request) {
      const clip = clipThatNeedsBrowser(request.document);
      if (clip === null) return requestFrame({ ...frames, ...queues.preview }, request);
      return requestPageFrame({ ...frames, ...queues.previewHtml, redis, turns: pageTurns }, request, clip);
    },
    requestProbe: (request) => requestProbe(queues.probe, request),
    canTranscribe: () => canTranscribe(redis),
    requestTranscription(request) {
      const endsAtMs = performance.now() + request.timeoutMs;
      return speechTurns.run(request.accountId, () => {
        const timeoutMs = Math.max(1, endsAtMs - performance.now());
        return requestTranscription({ ...queues.transcribe, store, stop }, { ...request, timeoutMs });
      });
    },
    async close() {
      // Disconnect the blocking connections first: their pending reads would delay everything else.
      for (const connection of blocking) connection.disconnect();
      const parts = Object.values(queues).flatMap(({ queue, events }) => [events, queue]);
      await closeWithin(closeTimeoutMs, parts, report.onError);
      redis.disconnect();
    },
  };
}
