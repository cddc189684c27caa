/** Curves of audio fades. */
export const FADE_CURVES = ['linear', 'equal-power', 'exponential', 's-curve'] as const;

/** Shape of a fade of sound. */
export type FadeCurve = (typeof FADE_CURVES)[number];
