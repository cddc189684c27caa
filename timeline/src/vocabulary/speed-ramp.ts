/** Named speed ramps. */
export const SPEED_RAMPS = ['montage', 'hero', 'bullet', 'jump-cut', 'flash-in', 'flash-out'] as const;

export type SpeedRamp = (typeof SPEED_RAMPS)[number];
