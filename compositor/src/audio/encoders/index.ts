import { aac } from './aac.ts';
import type { AudioCodec } from './audio-codec.ts';
import { opus } from './opus.ts';

export type { AudioCodec } from './audio-codec.ts';

/** The sound encoder of each output format that has sound. To add one: a file beside this and a line here. */
export const audioCodecs: Readonly<Record<AudioCodec['format'], AudioCodec>> = { mp4: aac, webm: opus };
