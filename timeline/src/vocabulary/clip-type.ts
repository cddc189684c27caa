/** Types of clip that commands create. */
export const CLIP_TYPES = ['video', 'audio', 'text', 'image', 'shape', 'sticker'] as const;

/** What a clip shows or plays. */
export type ClipType = (typeof CLIP_TYPES)[number];
