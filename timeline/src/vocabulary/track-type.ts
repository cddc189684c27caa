/** Types of track. */
export const TRACK_TYPES = ['video', 'audio', 'text'] as const;

/** What a track is for: video, audio, text, stickers. */
export type TrackType = (typeof TRACK_TYPES)[number];
