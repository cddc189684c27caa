import { Progress } from './progress.tsx';

interface MeterProps {
  title: string;
  used: number;
  /** Limit of the meter; null when unlimited. */
  limit: number | null;
  /** Formats a value. */
  show(value: number): string;
}

/** Meter that shows the used share of a limit. */
export function Meter({ title, used, limit, show }: MeterProps) {
  const percent = limit === null || limit === 0 ? 0 : (100 * used) / limit;
  return (
    <div>
      <p className="text-[13px] text-soft">{title}</p>
      <p className="mt-1 mb-2.5 text-xl font-semibold tracking-tight tabular-nums">
        {show(used)}{' '}
        <span className="text-[13px] font-normal text-soft">{limit === null ? 'unlimited' : `of ${show(limit)}`}</span>
      </p>
      <Progress label={title} tone={percent > 90 ? 'bad' : 'accent'} value={percent} />
    </div>
  );
}
