import { Badge, type BadgeTone } from '../ui/badge.tsx';
import type { RenderRecord } from './render-queries.ts';

const states: Record<RenderRecord['status'], { label: string; tone: BadgeTone }> = {
  PENDING: { label: 'Waiting', tone: 'neutral' },
  PROCESSING: { label: 'Rendering', tone: 'info' },
  COMPLETED: { label: 'Ready', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'neutral' },
};

/** Badge with the state of a render. */
export function RenderStatus({ status }: Pick<RenderRecord, 'status'>) {
  const { label, tone } = states[status];
  return <Badge tone={tone}>{label}</Badge>;
}
