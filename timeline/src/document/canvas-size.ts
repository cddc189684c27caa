import type { AspectRatio } from '../vocabulary/index.ts';

/** Default canvas size of each aspect ratio. Pixels. */
export const CANVAS_SIZES: Record<AspectRatio, { width: number; height: number }> = {
  '16:9': { width: 1920, height: 1080 },
  '9:16': { width: 1080, height: 1920 },
  '1:1': { width: 1080, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
  '4:3': { width: 1440, height: 1080 },
  '21:9': { width: 2520, height: 1080 },
};
