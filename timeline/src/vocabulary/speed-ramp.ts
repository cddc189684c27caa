/** Named speed ramps. */
export const SPEED_RAMPS = ['montage', 'hero', 'bullet', 'jump-cut', 'flash-in', 'flash-out'] as const;

/** Name of a ready-made speed curve. */
export type SpeedRamp = (typeof SPEED_RAMPS)[number];
