export {
  type BatchItemStatus,
  type BatchRecord,
  type BatchRow,
  batchColumns,
  batchItemStatuses,
  batchRecords,
} from './batch-record.ts';
export { announce, type RenderEvent, writeMirror } from './record-mirror.ts';
export {
  finalStatuses,
  isFinal,
  type RenderRecord,
  type RenderRow,
  type RenderStatus,
  renderRecord,
} from './render-record.ts';
