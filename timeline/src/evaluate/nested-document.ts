import type { Clip } from '../document/clip.ts';
import type { Composition, Document } from '../document/document.ts';
import { clipSpan, type Rate, rateOf, secondsOf, shownFrame, totalFrames } from '../time.ts';
import { sourceTime } from './source-time.ts';

/** Returns the clips of a document and of all its compositions, each once, however often a composition is used. */
export function allClips({ clips, compositions = [] }: Pick<Document, 'clips' | 'compositions'>): readonly Clip[] {
  return compositions.length === 0 ? clips : [...clips, ...compositions.flatMap((composition) => composition.clips)];
}

/**
 * Returns the composition that a clip shows as a document of its own; null for a clip of another type and for an unknown
 * composition.
 */
export function nestedDocument(document: Document, clip: Clip): Document | null {
  if (clip.type !== 'composition') return null;
  const composition = document.compositions?.find(({ id }) => id === clip.src);
  return composition ? compositionDocument(document, composition) : null;
}

/**
 * Returns a composition as a document: settings that it leaves out are those of `document`, and it may use the same
 * compositions.
 */
export function compositionDocument(document: Document, composition: Composition): Document {
  const { name, settings, tracks, clips, markers, lastTrackId } = composition;
  const { width, height, fps = document.settings.fps, background = 'transparent' } = settings;
  const nested: Document = {
    version: 2,
    settings: { name, aspectRatio: document.settings.aspectRatio, width, height, fps, background },
    tracks,
    clips,
  };
  if (lastTrackId !== undefined) nested.lastTrackId = lastTrackId;
  if (markers) nested.markers = markers;
  if (document.compositions) nested.compositions = document.compositions;
  return nested;
}

/** Separates the ids of the clips in the id of a clip inside compositions, the outermost first. */
const INSIDE = ' > ';

/**
 * Returns the composition that a clip shows as `nestedDocument` does, with clips whose ids are unique among all uses of
 * the composition: the decoders, textures and sprites of a renderer are named by the ids of clips. Random effects stay
 * those of the composition's clips.
 */
export function nestedUse(document: Document, clip: Clip): Document | null {
  const nested = nestedDocument(document, clip);
  if (!nested) return null;
  const useId = (id: string) => `${clip.id}${INSIDE}${id}`;
  const clips = nested.clips.map((inner): Clip => {
    const used: Clip = { ...inner, id: useId(inner.id), effectsOf: inner.effectsOf ?? inner.id };
    if (inner.duck) used.duck = { ...inner.duck, sources: inner.duck.sources.map(useId) };
    return used;
  });
  return { ...nested, clips };
}

/** Returns the id that a clip of `nestedUse` has in its composition. Other ids are returned as they are. */
export function idInComposition(clipId: string): string {
  const at = clipId.lastIndexOf(INSIDE);
  return at < 0 ? clipId : clipId.slice(at + INSIDE.length);
}

/** A clip inside a composition that a clip of the document shows, directly or in further compositions. */
export interface NestedClip {
  /** The clip as in `nestedUse`. */
  clip: Clip;
  /** The composition that contains the clip, as a document. */
  document: Document;
  /** The composition clips around the clip, the outermost first. */
  around: readonly Clip[];
}

/** Returns the clips inside all uses of compositions, at any depth. */
export function nestedClips(document: Document, around: readonly Clip[] = []): NestedClip[] {
  if (!document.compositions) return [];
  return document.clips.flatMap((outer) => {
    const nested = nestedUse(document, outer);
    if (!nested) return [];
    const inside = [...around, outer];
    const own = nested.clips.map((clip): NestedClip => ({ clip, document: nested, around: inside }));
    return [...own, ...nestedClips(nested, inside)];
  });
}

/** Returns the frame of a nested document that is shown at `sec` of it. After its end, its last frame is shown. */
export function nestedFrame(nested: Document, sec: number): number {
  return Math.max(0, Math.min(shownFrame(sec, rateOf(nested.settings.fps)), totalFrames(nested) - 1));
}

/**
 * Returns the range of frames of the nested document that a composition clip shows during the frames
 * [`firstFrame`, `lastFrame`] of the document around it, whose rate is `rate`. Frames after the clip's end, which a
 * transition may show, are included. Takes time in proportion to the number of frames.
 */
export function nestedFramesShown(
  clip: Clip,
  nested: Document,
  rate: Rate,
  firstFrame: number,
  lastFrame: number,
): { firstFrame: number; lastFrame: number } {
  const { startFrame, endFrame } = clipSpan(clip, rate);
  const frames = endFrame - startFrame;
  const timeAt = sourceTime(clip, secondsOf(frames, rate), rate.den / rate.num);
  // A transition shows a clip for at most half of its length after its end.
  const within = (frame: number) => Math.max(0, Math.min(frame - startFrame, 2 * frames));
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (let local = within(firstFrame); local <= within(lastFrame); local += 1) {
    const shown = nestedFrame(nested, timeAt(secondsOf(local, rate)));
    first = Math.min(first, shown);
    last = Math.max(last, shown);
  }
  return { firstFrame: Math.min(first, last), lastFrame: last };
}
