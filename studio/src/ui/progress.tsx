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
