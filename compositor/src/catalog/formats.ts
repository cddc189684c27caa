/** Containers an export can have. GIF has no sound and its own frame rates. */
export type Format = 'mp4' | 'webm' | 'gif';
/** How much time the encoder spends for a picture: the encoders' settings hang on it. */
export type Quality = 'draft' | 'standard' | 'high';

/** Every output format, in the order of menus. */
export const formats: readonly Format[] = ['mp4', 'webm', 'gif'];
/** Every quality, the smallest file first. */
export const qualities: readonly Quality[] = ['draft', 'standard', 'high'];
