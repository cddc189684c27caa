import { SAFE } from './snap-guides.ts';

/**
 * Overlay of the title-safe and action-safe areas of the canvas, and its centre. Screens may crop what is outside them.
 */
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
