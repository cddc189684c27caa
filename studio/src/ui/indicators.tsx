import type { ReactNode } from 'react';

/** Meaning of a badge, shown as its colour. */
export type BadgeTone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'accent';

const tones: Record<BadgeTone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  accent: 'bg-accent-soft text-accent',
  neutral: 'bg-active text-soft',
};

/** Small label with a coloured background, for a state. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5.5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** Progress bar, 0-100, with a label for screen readers. */
export function Progress({
  value,
  label,
  tone = 'accent',
}: {
  value: number;
  label: string;
  tone?: 'accent' | 'good' | 'bad';
}) {
  const colors = { accent: 'fill-accent', good: 'fill-good', bad: 'fill-bad' };
  return (
    <svg
      aria-label={label}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={Math.round(value)}
      className="block h-1.5 w-full overflow-hidden rounded-full bg-active"
      preserveAspectRatio="none"
      role="progressbar"
      viewBox="0 0 100 1"
    >
      <rect className={`${colors[tone]} transition-[width]`} height="1" width={Math.max(0, Math.min(100, value))} />
    </svg>
  );
}

/** Spinner for work in progress. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={`animate-spin ${className}`} fill="none" viewBox="0 0 16 16">
      <circle cx="8" cy="8" opacity="0.25" r="6" stroke="currentColor" strokeWidth="2" />
      <path d="M14 8a6 6 0 0 0-6-6" stroke="currentColor" strokeLinecap="round" strokeWidth="2" />
    </svg>
  );
}

/** Placeholder for a page while its data is loading. */
export function Waiting({ what = 'Loading' }: { what?: string }) {
  return (
    <div className="flex items-center justify-center gap-2 p-16 text-soft" role="status">
      <Spinner /> {what}…
    </div>
  );
}
