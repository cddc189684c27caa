import { countText } from '../ui/format.ts';
import { Badge, type BadgeTone, Progress } from '../ui/indicators.tsx';
import { statusLabel } from '../ui/labels.ts';
import type { BatchItem, BatchRecord } from './batch-queries.ts';

const itemTones: Record<BatchItem['status'], BadgeTone> = {
  ...{ QUEUED: 'neutral', PENDING: 'neutral', PROCESSING: 'info', COMPLETED: 'good', FAILED: 'bad' },
  CANCELLED: 'neutral',
};

/** Item states with their display labels, in the order an item goes through them. */
export const ITEM_STATES = (Object.keys(itemTones) as BatchItem['status'][]).map((status) => ({
  status,
  label: statusLabel(status),
}));

/** Badge with the state of an item, and its progress in percent while it renders. */
export function ItemStatus({ item: { status, progress } }: { item: Pick<BatchItem, 'status' | 'progress'> }) {
  const label = statusLabel(status);
  return <Badge tone={itemTones[status]}>{status === 'PROCESSING' ? `${label} ${progress}%` : label}</Badge>;
}

/** Badge with the state of a batch. A completed batch with failed items shows their number. */
export function BatchStatus({ batch: { status, counts } }: { batch: Pick<BatchRecord, 'status' | 'counts'> }) {
  if (status !== 'COMPLETED') return <Badge tone={itemTones[status]}>{statusLabel(status)}</Badge>;
  if (counts.failed > 0) return <Badge tone="warn">{countText(counts.failed)} failed</Badge>;
  return <Badge tone="good">{statusLabel(status)}</Badge>;
}

/** Table cell with a batch's state and, while it is in progress, a progress bar. */
export function BatchState({ batch }: { batch: BatchRecord }) {
  if (batch.status !== 'PROCESSING') return <BatchStatus batch={batch} />;
  return (
    <div className="flex w-44 items-center gap-2.5">
      <BatchStatus batch={batch} />
      <Progress label={`${batch.progress}% rendered`} value={batch.progress} />
      <span className="w-9 text-right text-xs text-soft tabular-nums">{batch.progress}%</span>
    </div>
  );
}
