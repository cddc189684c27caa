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
      <Spinner /> {what} ...
    </div>
  );
}
