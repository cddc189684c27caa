// Loads no native code: the processes that start render processes must not contain decoders.
export { hasPocketsphinx } from '../audio/pocketsphinx.ts';
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
