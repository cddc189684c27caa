import {
  audioPlan,
  type Clip,
  clipSources,
  clipSpan,
  type Document,
  type Rate,
  rateOf,
} from '@framemill/timeline/rendering';
import { documentFrame, type OutputProfile } from './profile.ts';
import type { MediaTable } from './sub-document.ts';

/**
 * The sources that a renderer opens for output frames [startFrame, endFrame): those of the clips that may be seen there, with
 * their masks, and every .cube file of the document, since these are all read at its start.
 */
export function sourcesShown(
  document: Document,
  profile: OutputProfile,
  startFrame: number,
  endFrame: number,
): Set<string> {
  const rate = rateOf(document.settings.fps);
  const first = documentFrame(startFrame, rate, profile);
  const last = documentFrame(endFrame - 1, rate, profile);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  const needed = new Set<string>();
  for (const clip of document.clips) {
    const isSeen = clip.type !== 'audio' && visible.has(clip.trackIndex) && maySee(clip, rate, first, last);
    for (const { src, use } of clipSources(clip)) if (isSeen || use === 'lut') needed.add(src);
  }
  return needed;
}

/** The sources that a mix reads. */
export function sourcesHeard(document: Document, media: MediaTable): Set<string> {
  return new Set(audioPlan(document, (src) => media[src] ?? null).parts.map(({ src }) => src));
}

/**
 * Whether document frames [firstFrame, lastFrame] may show a clip. The outgoing clip of a transition is drawn past its end, up to
 * half its own length.
 */
export function maySee(clip: Clip, rate: Rate, firstFrame: number, lastFrame: number): boolean {
  const { startFrame, endFrame } = clipSpan(clip, rate);
  return startFrame <= lastFrame && endFrame + (endFrame - startFrame) > firstFrame;
}
