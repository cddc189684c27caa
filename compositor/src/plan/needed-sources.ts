import {
  type AudioPlan,
  allClips,
  audioPlan,
  type Clip,
  clipSources,
  clipSpan,
  type Document,
  nestedFramesShown,
  nestedUse,
  rateOf,
} from '@framemill/timeline/rendering';
import { documentFrame, type OutputProfile } from './profile.ts';
import type { MediaTable } from './sub-document.ts';

/**
 * Returns the sources that a renderer opens for output frames [startFrame, endFrame): those of the clips visible there,
 * their masks and fonts, and every .cube file of the document, because all .cube files are read at the start.
 */
export function sourcesShown(
  document: Document,
  profile: OutputProfile,
  startFrame: number,
  endFrame: number,
): Set<string> {
  const shown = clipsOfRange(document, profile, startFrame, endFrame).flatMap(clipSources);
  const luts = allClips(document)
    .flatMap(clipSources)
    .filter(({ use }) => use === 'lut');
  return new Set([...shown, ...luts].map(({ src }) => src));
}

/** Whether output frames [startFrame, endFrame) may show an HTML clip, which the machine's browser draws. */
export function showsPages(document: Document, profile: OutputProfile, startFrame: number, endFrame: number): boolean {
  return clipsOfRange(document, profile, startFrame, endFrame).some(({ type }) => type === 'html');
}

function clipsOfRange(document: Document, profile: OutputProfile, startFrame: number, endFrame: number): Clip[] {
  const rate = rateOf(document.settings.fps);
  const frameAt = (frame: number) => documentFrame(frame, rate, profile);
  return clipsShown(document, frameAt(startFrame), frameAt(endFrame - 1));
}

/** Returns the sources that the audio mix reads. */
export function audibleSources(document: Document, media: MediaTable): Set<string> {
  return new Set(sourcesOfPlan(audioPlan(document, (src) => media[src] ?? null)));
}

function sourcesOfPlan({ parts }: AudioPlan): string[] {
  return parts.flatMap(({ src, inner }) => (inner ? sourcesOfPlan(inner) : [src]));
}

/**
 * Returns the clips that may be visible in document frames [firstFrame, lastFrame], each composition clip followed by the
 * clips inside it (as in `nestedUse`). A transition shows the outgoing clip after its end, for at most half of the clip's
 * length plus one frame.
 */
export function clipsShown(document: Document, firstFrame: number, lastFrame: number): Clip[] {
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  const shown = document.clips.filter((clip) => {
    if (clip.type === 'audio' || !visible.has(clip.trackIndex)) return false;
    const { startFrame, endFrame } = clipSpan(clip, rate);
    return startFrame <= lastFrame && endFrame + (endFrame - startFrame) > firstFrame;
  });
  if (!document.compositions) return shown;
  return shown.flatMap((clip) => {
    const nested = nestedUse(document, clip);
    if (!nested) return [clip];
    const inside = nestedFramesShown(clip, nested, rate, firstFrame, lastFrame);
    return [clip, ...clipsShown(nested, inside.firstFrame, inside.lastFrame)];
  });
}

/**
 * Returns the first visible clip that only a browser can draw (an html clip), also inside compositions; null when there
 * is none.
 */
export function clipThatNeedsBrowser(document: Document): Clip | null {
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  for (const clip of document.clips) {
    if (!visible.has(clip.trackIndex)) continue;
    const nested = nestedUse(document, clip);
    const found = nested ? clipThatNeedsBrowser(nested) : clip.type === 'html' ? clip : null;
    if (found) return found;
  }
  return null;
}
