import { clipThatNeedsBrowser } from '@framemill/compositor/catalog';
import { createRedis, type Database, type Logger, type ObjectStore, redisReady, reportRedis } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { Queue, QueueEvents } from 'bullmq';
import { type AdmitInput, admit } from '../admission/admit.ts';
import { admitAgain } from '../admission/admit-again.ts';
import type { AppliedOptions } from '../admission/prepare-render.ts';
import { type BatchInput, createBatch } from '../batches/create-batch.ts';
import { cancelBatchRow, findBatch, type OwnBatch, retryBatchItems } from '../batches/end-batch.ts';
import { closeWithin } from '../close-within.ts';
import { defaultPlans, type Plans } from '../plans/index.ts';
import {
  type JobFailure,
  previewHtmlQueue,
  previewQueue,
  probeQueue,
  publishStop,
  queueOptions,
  queuePrefix,
  type Transcription,
  transcribeQueue,
} from '../protocol/index.ts';
import { quoteBatch } from '../quote/quote-batch.ts';
import { type Quote, type QuoteOrder, quoteRender } from '../quote/quote-render.ts';
import {
  announce,
  type BatchRecord,
  type BatchRow,
  batchRecords,
  type RenderRecord,
  renderRecord,
  writeMirror,
} from '../records/index.ts';
import { createAccountTurns } from '../turns/account-turns.ts';
import { notifySchedulers } from '../wake.ts';
import { cancelRender } from './cancel.ts';
import { countPreviewFault } from './count-preview-fault.ts';
import { openFrameInbox } from './frame-inbox.ts';
import { createKnownDocuments } from './known-documents.ts';
import { type FrameRequest, type RenderedFrame, requestFrame } from './request-frame.ts';
import { requestPageFrame } from './request-page-frame.ts';
import { type ProbeRequest, requestProbe } from './request-probe.ts';
import { canTranscribe, requestTranscription, type TranscriptionRequest } from './request-transcription.ts';

/** How long closing may take when Redis is away. */
const closeTimeoutMs = 1_000;

/** What the API hands to its side of the scheduler. */
export interface SchedulerClientDeps {
  readonly database: Database;
  /** The client opens its own connections: waiting for results needs some that block. */
  readonly redisUrl: string;
  readonly store: ObjectStore;
  readonly log: Logger;
  /** What accounts may do; the built-in plans when absent. */
  readonly plans?: Plans;
}

/** What the rest of the service asks of scheduling. */
export interface SchedulerClient {
  /** Queues a render. Throws `not_found`, `invalid_request`, `quota_exceeded`: then nothing is queued or charged. */
  admit(input: AdmitInput): Promise<{ render: RenderRecord; applied: AppliedOptions }>;
  /** What a render would take: nothing is queued or charged. Throws as `admit` does, but never `quota_exceeded`: the quote says so. */
  quote(order: QuoteOrder): Promise<{ quote: Quote; applied: AppliedOptions }>;
  /** Cancels a render. Throws `not_found`, or `invalid_request` (details.conflictCode) when it is finished. */
  cancel(input: { accountId: string; renderId: string }): Promise<RenderRecord>;
  /** Renders the frozen document of a failed or cancelled render anew. Throws `not_found`, `invalid_request`, `quota_exceeded`. */
  retry(renderId: string): Promise<RenderRecord>;
  /** Makes a batch. Throws `quota_exceeded` when the month's exports do not suffice: then nothing is written. */
  createBatch(input: BatchInput): Promise<BatchRecord>;
  /** What a batch would take. Of more than 200 items every so-manieth is looked at. Throws as `quote` does. */
  quoteBatch(
    input: Omit<BatchInput, 'name' | 'environment' | 'along'>,
  ): Promise<{ quote: Quote; applied: AppliedOptions }>;
  /** Cancels a batch and its renders. Throws `not_found`, or `invalid_request` (details.conflictCode) when it has ended. */
  cancelBatch(batch: OwnBatch): Promise<BatchRecord>;
  /** Renders failed and cancelled items of a batch again; finished ones stay. Throws `not_found`. */
  retryBatch(batch: OwnBatch): Promise<{ batch: BatchRecord; items: number }>;
  /** Has the finished file of a render measured, unless it was or is. */
  requestReport(renderId: string): Promise<void>;
  /**
   * Renders one picture. Throws `unavailable` when no node takes it in time, `provider_error` when the one that took it
   * does not deliver it.
   */
  requestFrame(request: FrameRequest): Promise<RenderedFrame>;
  /** Probes an upload; null: still processing. Throws `invalid_request` when it is no usable media. */
  requestProbe(request: ProbeRequest): Promise<MediaFacts | null>;
  /** Whether a node can write speech down now. */
  canTranscribe(): Promise<boolean>;
  /** Has a node listen to a media file, one at a time of each account. Throws `provider_error` when none does in time. */
  requestTranscription(request: TranscriptionRequest): Promise<Transcription>;
  close(): Promise<void>;
}

/** Connects the client; resolves when Redis takes commands. */
export async function createSchedulerClient(deps: SchedulerClientDeps): Promise<SchedulerClient> {
  const { database, store, log, plans = defaultPlans } = deps;
  const report = reportRedis(log, 'scheduler client');
  const redis = createRedis(deps.redisUrl, 'producer', report);
  await redisReady(redis);
  const blocking = [
    createRedis(deps.redisUrl, 'worker', report),
    createRedis(deps.redisUrl, 'worker', report),
    createRedis(deps.redisUrl, 'worker', report),
    createRedis(deps.redisUrl, 'worker', report),
    createRedis(deps.redisUrl, 'worker', report),
  ];
  const queues = {
    preview: new Queue(previewQueue, { ...queueOptions, connection: redis }),
    previewHtml: new Queue(previewHtmlQueue, { ...queueOptions, connection: redis }),
    probe: new Queue(probeQueue, { ...queueOptions, connection: redis }),
    transcribe: new Queue(transcribeQueue, { ...queueOptions, connection: redis }),
  };
  const events = {
    preview: new QueueEvents(previewQueue, { prefix: queuePrefix, connection: connectionOf(blocking, 0) }),
    previewHtml: new QueueEvents(previewHtmlQueue, { prefix: queuePrefix, connection: connectionOf(blocking, 2) }),
    probe: new QueueEvents(probeQueue, { prefix: queuePrefix, connection: connectionOf(blocking, 1) }),
    transcribe: new QueueEvents(transcribeQueue, { prefix: queuePrefix, connection: connectionOf(blocking, 3) }),
  };
  for (const queue of Object.values(queues)) queue.on('error', report.onError);
  for (const listener of Object.values(events)) listener.on('error', report.onError);

  // Postgres holds the truth already: without the mirror a poll only takes the longer way.
  const mirror = async (accountId: string, record: RenderRecord) => {
    await writeMirror(redis, accountId, record).catch((error: unknown) =>
      log.warn({ err: error, renderId: record.id }, 'the render mirror could not be written'),
    );
  };

  const stop = (jobId: string) => publishStop(redis, jobId);
  const frames = {
    store,
    stop,
    known: createKnownDocuments(),
    inbox: openFrameInbox(connectionOf(blocking, 4), log),
    // The answer to the preview is the same whether this is counted or not.
    onFaultySource: (accountId: string, failure: JobFailure) =>
      countPreviewFault({ database, redis, log }, accountId, failure).catch((error: unknown) =>
        log.warn({ err: error, accountId }, 'a fault of a file was not counted'),
      ),
  };
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
    if (record === undefined) throw new RangeError(`no record of batch ${row.id}`);
    return record;
  };

  return {
    async admit(input) {
      const { row, applied } = await admit({ database, store, plans }, input);
      const render = renderRecord(row);
      await mirror(row.accountId, render);
      return { render, applied };
    },
    quote: (order) => quoteRender({ database, store, plans, redis }, order),
    cancel,
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
        // One that ended meanwhile needs no cancel; the leader cancels whatever this call does not come to.
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
      if (clip === null) return requestFrame({ ...frames, queue: queues.preview, events: events.preview }, request);
      const deps = { ...frames, queue: queues.previewHtml, events: events.previewHtml, redis, turns: pageTurns };
      return requestPageFrame(deps, request, clip);
    },
    requestProbe: (request) => requestProbe({ queue: queues.probe, events: events.probe }, request),
    canTranscribe: () => canTranscribe(redis),
    requestTranscription(request) {
      const endsAtMs = performance.now() + request.timeoutMs;
      return speechTurns.run(request.accountId, () => {
        const timeoutMs = Math.max(1, endsAtMs - performance.now());
        const transcribing = { queue: queues.transcribe, events: events.transcribe, store, stop };
        return requestTranscription(transcribing, { ...request, timeoutMs });
      });
    },
    async close() {
      // The connections that block first: their pending reads would hold up everything else.
      for (const connection of blocking) connection.disconnect();
      await closeWithin(closeTimeoutMs, [...Object.values(events), ...Object.values(queues)], report.onError);
      redis.disconnect();
    },
  };
}

function connectionOf<T>(connections: T[], index: number): T {
  const connection = connections[index];
  if (connection === undefined) throw new RangeError(`no connection ${index}`);
  return connection;
}
