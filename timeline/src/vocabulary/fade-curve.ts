/** Curves of audio fades. */
export const FADE_CURVES = ['linear', 'equal-power', 'exponential', 's-curve'] as const;

export type FadeCurve = (typeof FADE_CURVES)[number];
