import { hasVolume } from '../../audio/audio-part.ts';
import type { Clip } from '../../document/clip.ts';
import { clipSources } from '../../document/clip-sources.ts';
import type { Document } from '../../document/document.ts';
import { durationSec } from '../../time.ts';
import type { LintContext, LintRule } from '../lint-entry.ts';

/** Finds clips whose source or font is missing, placeholders of an import, and clips that start or end beyond the end of their source. */
export const missingMedia: LintRule = function* (document, { media, knowsMissing = false }) {
  for (const clip of document.clips) {
    const font = clipSources(clip).find(({ src, use }) => use === 'font' && media(src)?.kind !== 'font')?.src;
    if (font !== undefined && !knowsMissing) {
      yield {
        severity: 'warn',
        time: clip.start,
        clipId: clip.id,
        message: `Clip ${clip.id}: its font "${font}" is missing. Upload it or choose another.`,
      };
    }
    if (clip.missing) {
      yield {
        severity: 'warn',
        time: clip.start,
        clipId: clip.id,
        message: `Clip ${clip.id} is a placeholder of "${clip.missing.src || clip.name}". Put the media in with replaceMedia.`,
      };
      continue;
    }
    if (!hasMedia(clip)) continue;
    const facts = media(clip.src);
    if (!facts) {
      if (knowsMissing) continue;
      yield {
        severity: 'warn',
        time: clip.start,
        clipId: clip.id,
        message: `Clip ${clip.id}: its source "${clip.src}" is missing. Upload it or choose another.`,
      };
      continue;
    }
    const length = facts.durationSec;
    if (length === null || clip.loop || clip.freezeAt !== null) continue;
    const last = clip.type === 'audio' ? 'It is silent.' : 'It shows only the last frame.';
    const end = clip.mediaStart + clip.duration * clip.speed;
    if (clip.mediaStart >= length) {
      yield {
        severity: 'warn',
        time: clip.start,
        clipId: clip.id,
        message: `Clip ${clip.id}: mediaStart ${clip.mediaStart} is past the end of its source (${length} s). ${last}`,
      };
    } else if (!clip.kfSpeed && end > length + 0.1) {
      yield {
        severity: 'note',
        time: clip.start + (length - clip.mediaStart) / clip.speed,
        clipId: clip.id,
        message:
          `Clip ${clip.id} is ${(end - length).toFixed(2)} s longer than its source; the end ` +
          `${clip.type === 'audio' ? 'is silent' : 'shows the last frame'}. Shorten or loop it.`,
      };
    }
  }
};

/** Whether a clip shows or plays a media file. */
function hasMedia({ type }: Clip): boolean {
  return type === 'video' || type === 'audio' || type === 'image' || type === 'sticker';
}

/** Minimum number of times a frame is repeated for a report. From this number on, motion is visibly jerky. */
const REPEATED_FRAMES = 3;

/** Finds slow clips in which each frame of the source is shown several times. */
export const slowFootage: LintRule = function* (document, { media }) {
  for (const clip of document.clips) {
    if (clip.type !== 'video' || clip.speed >= 1 || clip.kfSpeed || clip.freezeAt !== null) continue;
    const facts = media(clip.src);
    // An animation is drawn anew for every frame, however slow.
    if (!facts?.fps || facts.kind === 'animation') continue;
    const { fps } = facts;
    const frames = document.settings.fps / (fps * clip.speed);
    if (frames < REPEATED_FRAMES - 0.1) continue;
    yield {
      severity: 'note',
      time: clip.start,
      clipId: clip.id,
      message:
        `Clip ${clip.id}: at speed ${clip.speed} each frame of its source (${Number(fps.toFixed(2))} fps) is shown ` +
        `for ${Math.round(frames)} frames, so its motion is jerky. Raise the speed or use footage of a higher rate.`,
    };
  }
};

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

/** Minimum length of a silence that is reported; anything shorter is a pause. Seconds. */
const SHORTEST_SEC = 1;

/** Finds silent ranges in a project with audio, and audio clips that are inaudible. */
export const silence: LintRule = function* (document, context) {
  const audible = audibleSpans(document, context);
  if (audible.length === 0) return;
  let covered = 0;
  for (const { start, end } of [...audible, { start: durationSec(document), end: durationSec(document) }]) {
    if (start - covered >= SHORTEST_SEC) {
      yield {
        severity: 'note',
        time: covered,
        message:
          `No audio from ${covered.toFixed(2)} s on for ${(start - covered).toFixed(2)} s. Lengthen the music or ` +
          'unmute a clip if this is unintended.',
      };
    }
    covered = Math.max(covered, end);
  }
  for (const clip of document.clips) {
    if (clip.type !== 'audio' || clip.muted || hasVolume(clip)) continue;
    yield {
      severity: 'note',
      time: clip.start,
      clipId: clip.id,
      message: `Audio clip ${clip.id} has volume 0 and is inaudible. Raise its volume or remove it.`,
    };
  }
};

/** Returns the ranges in which audio is audible, by start. A source is silent after its end. */
function audibleSpans(document: Document, { media }: LintContext): { start: number; end: number }[] {
  const muted = new Set(document.tracks.filter((track) => track.muted).map(({ id }) => id));
  return document.clips
    .flatMap((clip) => {
      if ((clip.type !== 'audio' && clip.type !== 'video') || clip.muted || muted.has(clip.trackIndex)) return [];
      if (clip.freezeAt !== null || !hasVolume(clip)) return [];
      const facts = media(clip.src);
      if (!facts?.hasAudio) return [];
      const left = facts.durationSec === null || clip.loop || clip.kfSpeed ? null : facts.durationSec - clip.mediaStart;
      const length = left === null || clip.reverse ? clip.duration : Math.min(clip.duration, left / clip.speed);
      return length > 0 ? [{ start: clip.start, end: clip.start + length }] : [];
    })
    .sort((a, b) => a.start - b.start);
}
