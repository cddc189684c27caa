import { amountText, countText, durationText } from '../ui/format.ts';
import { Badge, type BadgeTone, Progress } from '../ui/indicators.tsx';
import { isActive, type RenderRecord } from './render-queries.ts';

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

/**
 * Progress of a render in percent and frames, with the estimated time left. Renders nothing when the render has ended.
 */
export function RenderProgress({ render }: { render: RenderRecord }) {
  if (!isActive(render)) return null;
  const { progress, frames, etaSec, waitingFor } = render;
  return (
    <div className="mb-4">
      <Progress label="Rendered" value={progress} />
      <p className="mt-2 text-[13px] text-soft tabular-nums">
        {countText(frames.done)} of {amountText(frames.total, 'frame')}
        {etaSec !== null && `, about ${durationText(etaSec)} left`}
        {waitingFor && `. It waits: ${waitingFor}`}
      </p>
    </div>
  );
}

/** Returns a short text for the current step of a render, such as `Now: rendering`, or for its outcome. */
export function stageText({ status, stage, queuePosition }: RenderRecord): string {
  if (status === 'PENDING' && queuePosition !== null) return `Waiting, ${queuePosition}. in the queue`;
  return { COMPLETED: 'Rendered', FAILED: 'Failed', CANCELLED: 'Cancelled' }[status as 'FAILED'] ?? `Now: ${stage}`;
}
