/** Maps progress by a smoothstep (cubic ease in and out), constant beyond 0 and 1. */
export function smooth(progress: number): number {
  const t = Math.min(1, Math.max(0, progress));
  return t * t * (3 - 2 * t);
}

/** Returns a smooth peak: 0 at both ends and 1 in the middle. Used as the strength with which a swap is hidden. */
export function peak(progress: number): number {
  return smooth(1 - Math.abs(2 * progress - 1));
}

/**
 * Returns the fraction of the incoming image for a swap in the middle that is softened over `span` (0-1) of the window.
 */
export function swap(progress: number, span: number): number {
  return smooth((progress - 0.5) / span + 0.5);
}
