/** 0 to 1 and as steep as cubic easing in and out, held at its ends. */
export function smooth(progress: number): number {
  const t = Math.min(1, Math.max(0, progress));
  return t * t * (3 - 2 * t);
}

/** 0 at both ends, 1 in the middle, smooth everywhere: how strong a swap is hidden. */
export function peak(progress: number): number {
  return smooth(1 - Math.abs(2 * progress - 1));
}

/** Share of the incoming picture where a swap in the middle is softened over `span` (0-1) of the window. */
export function swap(progress: number, span: number): number {
  return smooth((progress - 0.5) / span + 0.5);
}
