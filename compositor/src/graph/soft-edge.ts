/** Returns the width in pixels over which an edge rises from 0 to 1 (smoothstep). At least one pixel. */
export function edgeWidth(feather: number): number {
  return Math.max(1, feather);
}

/**
 * Computes the sigma of the Gaussian that softens a hard edge like the smoothstep of `edgeWidth`: their variances are
 * equal.
 */
export function featherSigma(feather: number): number {
  return Math.max(0, feather) / Math.sqrt(20);
}
