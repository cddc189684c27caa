/** Types of track. */
export const TRACK_TYPES = ['video', 'audio', 'text'] as const;

export type TrackType = (typeof TRACK_TYPES)[number];
