import { amountText, countText, durationText } from '../ui/format.ts';
import { Badge, type BadgeTone, Progress } from '../ui/indicators.tsx';
import { stageLabel, statusLabel } from '../ui/labels.ts';
import { isActive, type RenderRecord } from './render-queries.ts';

const tones: Record<RenderRecord['status'], BadgeTone> = {
  ...{ PENDING: 'neutral', PROCESSING: 'info', COMPLETED: 'good', FAILED: 'bad', CANCELLED: 'neutral' },
};

/** Badge with the state of a render. */
export function RenderStatus({ status }: Pick<RenderRecord, 'status'>) {
  return <Badge tone={tones[status]}>{statusLabel(status)}</Badge>;
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
        {waitingFor && `. Waiting: ${waitingFor}`}
      </p>
    </div>
  );
}

/** Returns a short text for the current step of a render, such as `Rendering`, or for its outcome. */
export function stageText({ status, stage, queuePosition }: RenderRecord): string {
  if (status === 'PENDING' && queuePosition !== null) return `Queued, position ${queuePosition}`;
  return OUTCOMES[status] ?? stageLabel(stage);
}

const OUTCOMES: Record<string, string> = {
  ...{ COMPLETED: 'Render completed', FAILED: 'Render failed', CANCELLED: 'Render cancelled' },
};
