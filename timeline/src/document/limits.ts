import type { AspectRatio } from '../vocabulary/index.ts';

/** Limits of a document, so that a malicious or broken document costs no more than a large valid one. */
export const LIMITS = {
  /** Maximum number of fields of one clip that are filled by variables. */
  variablesPerClip: 50,
  /** Maximum number of slots of an animation that one clip fills. */
  slotsPerClip: 100,
  /** Maximum length of the value of a slot. */
  slotLength: 1_000,
  clips: 10_000,
  tracks: 500,
  markers: 2_000,
  compositions: 500,
  /** Maximum number of compositions inside one another, the outermost included. */
  compositionDepth: 8,
  /** Maximum start and maximum duration in seconds. No clip ends later than twice this value. */
  seconds: 86_400,
  keyframesPerProperty: 5_000,
  effectsPerClip: 50,
  audioEffectsPerClip: 20,
  gradientStops: 32,
  spans: 1_000,
  captionWords: 1_000,
  polygonPoints: 1_000,
  /** Range of a canvas side in pixels. */
  minSide: 16,
  maxSide: 7_680,
  /** Maximum distance from the canvas centre in pixels. */
  position: 100_000,
  /** Maximum side of a shape, text box or HTML box in pixels. */
  boxSide: 20_000,
  idLength: 128,
  nameLength: 200,
  srcLength: 2_048,
  textLength: 10_000,
  pathLength: 50_000,
  htmlLength: 500_000,
} as const;

/** Overlap of two clips that is tolerated, because times in decimals do not add up exactly. Seconds. */
export const OVERLAP_TOLERANCE_SEC = 0.001;

/** Default canvas size of each aspect ratio. Pixels. */
export const CANVAS_SIZES: Record<AspectRatio, { width: number; height: number }> = {
  '16:9': { width: 1920, height: 1080 },
  '9:16': { width: 1080, height: 1920 },
  '1:1': { width: 1080, height: 1080 },
  '4:5': { width: 1080, height: 1350 },
  '4:3': { width: 1440, height: 1080 },
  '21:9': { width: 2520, height: 1080 },
};
