import { countText } from '../ui/format.ts';
import { Badge, type BadgeTone, Progress } from '../ui/indicators.tsx';
import type { BatchItem, BatchRecord } from './batch-queries.ts';

const itemStates: Record<BatchItem['status'], { label: string; tone: BadgeTone }> = {
  QUEUED: { label: 'Queued', tone: 'neutral' },
  PENDING: { label: 'Waiting', tone: 'neutral' },
  PROCESSING: { label: 'Rendering', tone: 'info' },
  COMPLETED: { label: 'Ready', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
};

/** Item states with their display labels, in the order an item goes through them. */
export const ITEM_STATES = Object.entries(itemStates).map(([status, { label }]) => ({
  status: status as BatchItem['status'],
  label,
}));

/** Badge with the state of an item, and its progress in percent while it renders. */
export function ItemStatus({ item: { status, progress } }: { item: Pick<BatchItem, 'status' | 'progress'> }) {
  const { label, tone } = itemStates[status];
  return <Badge tone={tone}>{status === 'PROCESSING' ? `${label} ${progress} %` : label}</Badge>;
}

/** Badge with the state of a batch. A completed batch with failed items shows their number. */
export function BatchStatus({ batch: { status, counts } }: { batch: Pick<BatchRecord, 'status' | 'counts'> }) {
  if (status === 'PROCESSING') return <Badge tone="info">Rendering</Badge>;
  if (status === 'CANCELLED') return <Badge>Cancelled</Badge>;
  if (counts.failed > 0) return <Badge tone="warn">{countText(counts.failed)} failed</Badge>;
  return <Badge tone="good">Ready</Badge>;
}

/** Table cell with a batch's state and, while it is in progress, a progress bar. */
export function BatchState({ batch }: { batch: BatchRecord }) {
  if (batch.status !== 'PROCESSING') return <BatchStatus batch={batch} />;
  return (
    <div className="flex w-44 items-center gap-2.5">
      <BatchStatus batch={batch} />
      <Progress label={`${batch.progress} % rendered`} value={batch.progress} />
      <span className="w-9 text-right text-xs text-soft tabular-nums">{batch.progress} %</span>
    </div>
  );
}
