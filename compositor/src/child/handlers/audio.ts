import { mixAudio } from '../../audio/mix-audio.ts';
import type { Handler } from '../tasks.ts';

/** Handler that mixes the audio of the whole timeline. */
export const audio: Handler<'audio'> = {
  type: 'audio',
  run: ({ document, profile, media, outPath }, onProgress) =>
    mixAudio({ document, profile, media, outPath, onProgress }),
};
