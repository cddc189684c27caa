export {
  type AudioJob,
  AudioJobSchema,
  type AudioResult,
  AudioResultSchema,
  parseAudioJob,
  parseAudioResult,
} from './audio-job.ts';
export {
  type CancelMessage,
  CancelMessageSchema,
  isCancelled,
  parseCancelMessage,
  publishCancel,
} from './cancel-message.ts';
export { decodeFailure, encodeFailure, type JobFailure, JobFailureSchema } from './failure.ts';
export { publishFarmStore, readFarmStore, readStoreId } from './farm-store.ts';
export { decodeSentFrame, encodeSentFrame, mostSentBytes, type SentFrame } from './frame-message.ts';
export {
  type IngestJob,
  IngestJobSchema,
  type IngestResult,
  IngestResultSchema,
  ingestPartsOf,
  parseIngestJob,
  parseIngestResult,
} from './ingest-job.ts';
export { MediaAnalysisSchema, parseMediaAnalysis } from './media-analysis.ts';
export {
  factsOf,
  type MediaSources,
  MediaSourcesSchema,
  parseMediaFacts,
  type StoredMedia,
  StoredMediaSchema,
} from './media-facts.ts';
export {
  type Engines,
  type NodeLease,
  parseNodeLease,
  poolsOf,
  publishLease,
  readLeases,
  withdrawLease,
  writeNodeLease,
} from './node-lease.ts';
export { type NodeOrder, orderNode, readNodeOrder } from './node-order.ts';
export { objectKeys } from './object-keys.ts';
export { ProtocolError, parserOf } from './parser.ts';
export { type Pool, parsePool, pools } from './pools.ts';
export {
  type FrameSnapshot,
  FrameSnapshotSchema,
  type PreviewFrameJob,
  PreviewFrameJobSchema,
  type PreviewFrameResult,
  PreviewFrameResultSchema,
  parseFrameSnapshot,
  parsePreviewFrameJob,
  parsePreviewFrameResult,
} from './preview-frame-job.ts';
export { PreviewProxySchema, type PreviewSources, PreviewSourcesSchema, type StoredProxy } from './preview-proxy.ts';
export {
  type ProbeJob,
  ProbeJobSchema,
  type ProbeResult,
  ProbeResultSchema,
  parseProbeJob,
  parseProbeResult,
} from './probe-job.ts';
export {
  framesOf,
  type IngestPart,
  ingestParts,
  ingestQueue,
  isWorkQueue,
  jobIdOf,
  previewHtmlQueue,
  previewQueue,
  probeQueue,
  queueNames,
  queueOptions,
  queuePrefix,
  reportQueue,
  sharedJobId,
  transcribeQueue,
  type WorkKind,
  workerOptions,
  workKinds,
  workQueue,
} from './queues.ts';
export { cancelledTtlSec, leaseRefreshMs, leaseTtlMs, mirrorTtlSec, redisChannels, redisKeys } from './redis-keys.ts';
export {
  maxSegmentsPerJob,
  parseRenderRangeJob,
  parseRenderRangeResult,
  type RenderRangeJob,
  RenderRangeJobSchema,
  type RenderRangeResult,
  RenderRangeResultSchema,
  type StoredSegment,
  StoredSegmentSchema,
} from './render-range-job.ts';
export { parseRenderSnapshot, type RenderSnapshot, RenderSnapshotSchema } from './render-snapshot.ts';
export {
  parseLimits,
  parseQualityReport,
  parseReportJob,
  parseReportResult,
  type ReportJob,
  ReportJobSchema,
  type ReportResult,
  ReportResultSchema,
} from './report-job.ts';
export {
  type CopySource,
  CopySourceSchema,
  parseStitchJob,
  parseStitchManifest,
  parseStitchResult,
  type StitchJob,
  StitchJobSchema,
  type StitchManifest,
  StitchManifestSchema,
  type StitchResult,
  StitchResultSchema,
} from './stitch-job.ts';
export { parseStopMessage, publishStop, type StopMessage, StopMessageSchema } from './stop-message.ts';
export {
  mostTranscribedSec,
  parseScript,
  parseTranscribeJob,
  parseTranscribeResult,
  parseTranscription,
  type TranscribeJob,
  TranscribeJobSchema,
  type TranscribeResult,
  TranscribeResultSchema,
  type Transcription,
} from './transcribe-job.ts';
export { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION, understands, WRITTEN_VERSION } from './version.ts';
