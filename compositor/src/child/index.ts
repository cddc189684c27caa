// Loads no native code: the processes that start render processes must not contain decoders.
export { hasPocketsphinx } from '../audio/pocketsphinx.ts';
export { machineEngine } from '../engine/machine-engine.ts';
export type { Reading } from '../ingest/probe-media.ts';
export { factsOf, type MediaFiles } from '../media/media-files.ts';
export type { FilmInput } from '../report/document-findings.ts';
export type { ReportInput } from '../report/quality-report.ts';
export { machineHasRoom } from './machine-room.ts';
export { createRecyclePolicy, type RecyclePolicy } from './recycle-policy.ts';
export {
  type ChildExit,
  type RenderChild,
  RenderChildEnded,
  type RenderChildOptions,
  startRenderChild,
} from './start-render-child.ts';
export type { ChildResult, ChildResults, ChildTask, SegmentTask } from './tasks.ts';
