import { SAFE } from './snap-guides.ts';

/** The areas of a canvas in which titles and actions are safe from being cut off by screens, and its middle. */
export function SafeAreas() {
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full fill-none stroke-white/60"
      data-testid="safe-areas"
      preserveAspectRatio="none"
      viewBox="0 0 100 100"
    >
      {[SAFE.action, SAFE.title].map((share) => (
        <rect
          height={100 * share}
          key={share}
          vectorEffect="non-scaling-stroke"
          width={100 * share}
          x={50 * (1 - share)}
          y={50 * (1 - share)}
        />
      ))}
      <path d="M50 47V53M48 50H52" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
