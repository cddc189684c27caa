export type { AdmitInput } from './admission/admit.ts';
export { type FurtherWish, type TextFormat, textFormats } from './admission/further-outputs.ts';
export type { AppliedOptions } from './admission/prepare-render.ts';
export {
  isUsable,
  type ResolvedSource,
  resolveSources,
  type SourceDeps,
  type SourceProblem,
  type UsableSource,
} from './admission/resolve-sources.ts';
export { mediaOf, previewMediaOf } from './admission/snapshot.ts';
export { withMediaLengths } from './admission/with-media-lengths.ts';
export { batchDelivery, batchWishes } from './batches/batch-wishes.ts';
export {
  type BatchInput,
  type BatchItemInput,
  MOST_BATCH_ITEMS,
} from './batches/create-batch.ts';
export { findBatch } from './batches/end-batch.ts';
export { knownQueues } from './client/known-queues.ts';
export { type QueueStatus, queueStatus } from './client/queue-status.ts';
export type { FrameRequest, RenderedFrame } from './client/request-frame.ts';
export type { ProbeRequest } from './client/request-probe.ts';
export { createSchedulerClient, type SchedulerClient, type SchedulerClientDeps } from './client/scheduler-client.ts';
export { type DeliveryOrder, orderDeliveries } from './deliveries/order-deliveries.ts';
export { showDeliveries } from './deliveries/show-deliveries.ts';
export { announceMedia } from './ingest/announce-media.ts';
export { completeMedia } from './ingest/complete-media.ts';
export { type IngestRow, madeOf } from './ingest/made-of.ts';
export { nameOfProbed } from './ingest/name-of-probed.ts';
export { planIngest } from './ingest/plan-ingest.ts';
export { type Scheduler, type SchedulerDeps, startScheduler } from './leader/start-scheduler.ts';
export type { OutboxKind, OutboxRecords } from './outbox/outbox-records.ts';
export { type NewEvent, outboxChannel, recordEvent, recordRenderEvent } from './outbox/record-event.ts';
export {
  createPlans,
  currentPeriod,
  defaultPlans,
  hasFeature,
  isLimit,
  type LimitName,
  limitFields,
  limitMustBe,
  limitNames,
  loadPlans,
  ownLimits,
  type Period,
  type Plan,
  type PlanFeature,
  type PlannedAccount,
  type Plans,
  planFeatures,
  requireKnownPlans,
  weightOf,
} from './plans/index.ts';
export {
  listQuarantine,
  type QuarantinedMedia,
  releaseQuarantine,
  requireNoQuarantine,
} from './quarantine/quarantine.ts';
export type { Quote } from './quote/quote-render.ts';
export {
  announce,
  type BatchItemStatus,
  type BatchRecord,
  type BatchRow,
  batchColumns,
  batchItemStatuses,
  batchRecords,
  type DeliveryRow,
  type DeliveryStatus,
  deliveryStatuses,
  finalStatuses,
  isFinal,
  parseOutputs,
  type RenderDelivery,
  type RenderEvent,
  type RenderOutput,
  type RenderRecord,
  type RenderRow,
  type RenderStatus,
  renderRecord,
  writeMirror,
} from './records/index.ts';
export { type Ages, defaultAges } from './retention/ages.ts';
export { type SweepDeps, type SweepOptions, sweepStore } from './retention/sweep-store.ts';
export type { SweepReport } from './retention/tally.ts';
