import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { countText } from '../ui/format.ts';
import { Progress } from '../ui/progress.tsx';
import type { BatchItem, BatchRecord } from './batch-queries.ts';

const itemStates: Record<BatchItem['status'], { label: string; tone: BadgeTone }> = {
  QUEUED: { label: 'Queued', tone: 'neutral' },
  PENDING: { label: 'Waiting', tone: 'neutral' },
  PROCESSING: { label: 'Rendering', tone: 'info' },
  COMPLETED: { label: 'Ready', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
};

/** What states of items are called, in the order of their way. */
export const ITEM_STATES = Object.entries(itemStates).map(([status, { label }]) => ({
  status: status as BatchItem['status'],
  label,
}));

/** The state of an item in a word, and how far it is. */
export function ItemStatus({ item: { status, progress } }: { item: Pick<BatchItem, 'status' | 'progress'> }) {
  const { label, tone } = itemStates[status];
  return <Badge tone={tone}>{status === 'PROCESSING' ? `${label} ${progress} %` : label}</Badge>;
}

/** The state of a batch in a word: some of its items may have failed. */
export function BatchStatus({ batch: { status, counts } }: { batch: Pick<BatchRecord, 'status' | 'counts'> }) {
  if (status === 'PROCESSING') return <Badge tone="info">Rendering</Badge>;
  if (status === 'CANCELLED') return <Badge>Cancelled</Badge>;
  if (counts.failed > 0) return <Badge tone="warn">{countText(counts.failed)} failed</Badge>;
  return <Badge tone="good">Ready</Badge>;
}

/** State and progress of a batch in a row of a table. */
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
