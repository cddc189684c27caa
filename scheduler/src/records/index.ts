export {
  type BatchItemStatus,
  type BatchRecord,
  type BatchRow,
  batchColumns,
  batchItemStatuses,
  batchRecords,
} from './batch-record.ts';
export { queuePosition } from './queue-position.ts';
export { readMirror, removeMirror, writeMirror } from './render-mirror.ts';
export { parseOutputs, type RenderOutput } from './render-output.ts';
export {
  announce,
  type DeliveryRow,
  type DeliveryStatus,
  deliveryStatuses,
  finalStatuses,
  isFinal,
  type RenderDelivery,
  type RenderEvent,
  type RenderRecord,
  type RenderRow,
  type RenderStatus,
  renderDelivery,
  renderRecord,
} from './render-record.ts';
