/** Limits of a document. They keep a hostile or broken document from costing more than a large honest one. */
export const LIMITS = {
  /** Numbers and colours of one clip that variables fill. */
  variablesPerClip: 50,
  clips: 10_000,
  tracks: 500,
  markers: 2_000,
  /** Seconds; no clip ends later than twice this. */
  seconds: 86_400,
  keyframesPerProperty: 5_000,
  effectsPerClip: 50,
  audioEffectsPerClip: 20,
  gradientStops: 32,
  spans: 1_000,
  captionWords: 1_000,
  polygonPoints: 1_000,
  /** Pixels, of a canvas side. */
  minSide: 16,
  maxSide: 7_680,
  /** Pixels from the canvas centre. */
  position: 100_000,
  /** Pixels, of a shape, text box or html box. */
  boxSide: 20_000,
  idLength: 128,
  nameLength: 200,
  srcLength: 2_048,
  textLength: 10_000,
  pathLength: 50_000,
  htmlLength: 500_000,
} as const;

/** Clips that overlap by less do not collide: times in decimals do not add up exactly. Seconds. */
export const OVERLAP_TOLERANCE_SEC = 0.001;
