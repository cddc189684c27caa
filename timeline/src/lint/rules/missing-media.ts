import { clipSources } from '../../document/clip-sources.ts';
import type { LintRule } from './rule.ts';

/** Finds clips whose source or font is missing, and clips that start or end beyond the end of their source. */
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
    if (clip.type === 'text' || clip.type === 'shape' || clip.type === 'html' || clip.type === 'adjustment') continue;
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
        message: `Clip ${clip.id} is ${(end - length).toFixed(2)} s longer than its source; the end ${clip.type === 'audio' ? 'is silent' : 'shows the last frame'}. Shorten or loop it.`,
      };
    }
  }
};
