/** Aspect ratios of a project. */
export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:5', '4:3', '21:9'] as const;

/** Name of an aspect ratio, such as `16:9`. */
export type AspectRatio = (typeof ASPECT_RATIOS)[number];
