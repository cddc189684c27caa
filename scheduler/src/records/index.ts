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
  type DeliveryRow,
  type DeliveryStatus,
  deliveryStatuses,
  type RenderDelivery,
  renderDelivery,
} from './render-delivery.ts';
export { parseOutputs, type RenderOutput } from './render-output.ts';
export {
  finalStatuses,
  isFinal,
  type RenderRecord,
  type RenderRow,
  type RenderStatus,
  renderRecord,
} from './render-record.ts';
