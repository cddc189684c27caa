import { mixAudio } from '../../audio/mix-audio.ts';
import type { Handler } from './handler.ts';

/** Mixes the sound of the whole timeline. */
export const audio: Handler<'audio'> = {
  type: 'audio',
  run: ({ document, profile, media, outPath }, onProgress) =>
    mixAudio({ document, profile, media, outPath, onProgress }),
};
