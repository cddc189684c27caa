/** The width over which an edge goes from nothing to everything (smoothstep); never below a pixel. Pixels. */
export function edgeWidth(feather: number): number {
  return Math.max(1, feather);
}

/** The Gaussian that spreads a hard edge as far as the smoothstep of `edgeWidth` does: their variances are equal. */
export function featherSigma(feather: number): number {
  return Math.max(0, feather) / Math.sqrt(20);
}
