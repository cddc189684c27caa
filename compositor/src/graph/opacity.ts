const steps = 256;

/**
 * An opacity or a weight within 0-1, in the steps of 1/256 that all backends tell apart: what is less than half a step from 0 or 1 is 0 or 1, so that
 * nothing, or nothing below it, has to be drawn.
 */
export function stepped(opacity: number): number {
  return Math.min(steps, Math.max(0, Math.round(opacity * steps))) / steps;
}
