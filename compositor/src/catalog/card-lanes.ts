import type { OutputProfile } from './profile.ts';

/**
 * Default limit of the GPU memory of one render process, used when GPU_MEMORY_MB is not set. In MB of 1,048,576 bytes.
 */
export const USUAL_GPU_MEMORY_MB = 2_048;

// Two segments keep the GPU busy while an encoder works; the third covers the time of a decoder. 4K frames need four
// times the memory.
const mostLanes = 3;
const mostLanesOfLarge = 2;
const largePixels = 2560 * 1440;

/** Returns the number of segments of a profile that are rendered concurrently on one GPU, at most `segments`. */
export function lanesFor({ width, height }: Pick<OutputProfile, 'width' | 'height'>, segments: number): number {
  return Math.max(1, Math.min(segments, width * height > largePixels ? mostLanesOfLarge : mostLanes));
}
