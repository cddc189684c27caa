export { decodeFailure, encodeFailure, type JobFailure } from './failure.ts';
export { objectKeys, publishFarmStore, readFarmStore, readStoreId } from './farm-store.ts';
export type { JobFacts, JobKind } from './jobs/define-job.ts';
export {
  isWorkQueue,
  jobKinds,
  queueKinds,
  queueOf,
  queueParts,
  servedQueues,
  sharedQueues,
  taskKinds,
  workQueues,
} from './jobs/index.ts';
export {
  type IngestJob,
  type IngestPart,
  type IngestResult,
  ingestJobs,
  ingestPartsOf,
  mostTranscribedSec,
  type PreviewSources,
  type ProbeJob,
  type ProbeResult,
  parseMediaAnalysis,
  parseScript,
  parseTranscription,
  probeJob,
  type StoredProxy,
  type TranscribeJob,
  type TranscribeResult,
  type Transcription,
  transcribeJob,
} from './jobs/media-jobs.ts';
export {
  decodeSentFrame,
  encodeSentFrame,
  type FrameSnapshot,
  mostSentBytes,
  type PreviewFrameJob,
  type PreviewFrameResult,
  parseFrameSnapshot,
  previewFrameJob,
  type SentFrame,
} from './jobs/preview-frame-job.ts';
export {
  type AudioJob,
  type AudioResult,
  audioJob,
  type CopySource,
  maxSegmentsPerJob,
  parseStitchManifest,
  type RenderRangeJob,
  type RenderRangeResult,
  renderRangeJob,
  type StitchJob,
  type StitchManifest,
  type StitchResult,
  type StoredSegment,
  stitchJob,
} from './jobs/render-jobs.ts';
export { parseLimits, parseQualityReport, type ReportJob, type ReportResult, reportJob } from './jobs/report-job.ts';
export {
  type Engines,
  type NodeLease,
  type NodeOrder,
  orderNode,
  parseNodeLease,
  poolsOf,
  publishLease,
  readLeases,
  readNodeOrder,
  withdrawLease,
  writeNodeLease,
} from './node-lease.ts';
export {
  type ProcessReport,
  publishReport,
  readReports,
  type SeenProcess,
  silentAfterMs,
  startReporting,
} from './process-report.ts';
export {
  expressQueue,
  jobIdOf,
  type Pool,
  parsePool,
  pools,
  queueOptions,
  queuePrefix,
  workerOptions,
  workQueue,
} from './queues.ts';
export { cancelledTtlSec, leaseRefreshMs, leaseTtlMs, mirrorTtlMs, redisChannels, redisKeys } from './redis-keys.ts';
export {
  factsOf,
  type MediaSources,
  parseMediaFacts,
  parseRenderSnapshot,
  type RenderSnapshot,
  type StoredMedia,
} from './render-snapshot.ts';
export { ProtocolError, parserOf } from './schema.ts';
export {
  type CancelMessage,
  isCancelled,
  parseCancelMessage,
  parseStopMessage,
  publishCancel,
  publishStop,
  type StopMessage,
} from './stop-messages.ts';
export { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION, understands, WRITTEN_VERSION } from './version.ts';
