const steps = 256;

/**
 * Rounds an opacity or weight to steps of 1/256 within 0-1, the resolution of all backends. Values less than half a
 * step from 0 or 1 become 0 or 1, so that the layer or everything below it can be skipped.
 */
export function stepped(opacity: number): number {
  return Math.min(steps, Math.max(0, Math.round(opacity * steps))) / steps;
}
