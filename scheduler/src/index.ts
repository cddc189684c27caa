export type { AdmitInput } from './admission/admit.ts';
export { type AdditionalOutput, type TextFormat, textFormats } from './admission/output-requests.ts';
export type { AppliedOptions } from './admission/prepare-render.ts';
export {
  isUsable,
  type ResolvedSource,
  resolveSources,
  type SourceDeps,
  type SourceProblem,
  type UsableSource,
  withMediaLengths,
} from './admission/resolve-sources.ts';
export { mediaOf, previewMediaOf } from './admission/snapshot.ts';
export {
  type BatchInput,
  type BatchItemInput,
  batchDelivery,
  batchOutputs,
  findBatch,
  MOST_BATCH_ITEMS,
} from './batches.ts';
export type { ProbeRequest } from './client/media-requests.ts';
export { knownQueues, type QueueStatus, queueStatus } from './client/queue-status.ts';
export type { FrameRequest, RenderedFrame } from './client/request-frame.ts';
export { createSchedulerClient, type SchedulerClient, type SchedulerClientDeps } from './client/scheduler-client.ts';
export { type DeliveryOrder, orderDeliveries, showDeliveries } from './deliveries.ts';
export { announceMedia, completeMedia, type IngestRow, madeOf, nameOfProbed, planIngest } from './ingest.ts';
export { countLostRenders, outboxAgeSec } from './leader/metrics.ts';
export { waits } from './leader/render-state.ts';
export { type Scheduler, type SchedulerDeps, startScheduler } from './leader/start-scheduler.ts';
export { type NodeEvent, readNodeEvents } from './node-events.ts';
export {
  type NewEvent,
  type OutboxKind,
  type OutboxRecords,
  outboxChannel,
  recordEvent,
  recordRenderEvent,
} from './outbox.ts';
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
} from './quarantine.ts';
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
  queuePosition,
  type RenderDelivery,
  type RenderEvent,
  type RenderOutput,
  type RenderRecord,
  type RenderRow,
  type RenderStatus,
  readMirror,
  renderRecord,
  writeMirror,
} from './records/index.ts';
export { type Ages, configuredAges, defaultAges } from './retention/ages.ts';
export type { SweepReport } from './retention/object-kinds.ts';
export type { LeftUpload } from './retention/remove-renders.ts';
export type { SweepDeps } from './retention/sweep.ts';
export { type SweepOptions, sweepStore, sweepTimes } from './retention/sweep-store.ts';
