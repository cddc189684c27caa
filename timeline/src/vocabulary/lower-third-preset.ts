/** Ready-made lower thirds. */
export const LOWER_THIRD_PRESETS = ['bar', 'box', 'line', 'minimal'] as const;

/** Name of a ready-made lower third. */
export type LowerThirdPreset = (typeof LOWER_THIRD_PRESETS)[number];
