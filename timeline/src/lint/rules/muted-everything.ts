import { hasVolume } from '../../audio/has-volume.ts';
import type { LintRule } from './rule.ts';

/** Finds projects whose audio is completely muted. */
export const mutedEverything: LintRule = (document, { media }) => {
  const muted = new Set(document.tracks.filter((track) => track.muted).map(({ id }) => id));
  const audible = document.clips.filter(
    (clip) => (clip.type === 'audio' || clip.type === 'video') && media(clip.src)?.hasAudio,
  );
  const isAudible = audible.some((clip) => !clip.muted && !muted.has(clip.trackIndex) && hasVolume(clip));
  if (audible.length === 0 || isAudible) return [];
  return [
    {
      severity: 'note',
      time: 0,
      message: `All ${audible.length} clips with audio are muted. Unmute one if audio is intended.`,
    },
  ];
};
