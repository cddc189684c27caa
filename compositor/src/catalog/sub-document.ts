import type { Clip, Document, MediaFacts, Rate, TrackDef } from '@framemill/timeline';
import { AUDIBLE_FIELDS, clipSources, clipSpan, frameOf } from '@framemill/timeline/rendering';

/** Facts of every source of a document, by the clips' `src`. */
export type MediaTable = Record<string, MediaFacts>;

/** A clip as a content key sees it: document frames relative to the range's start, sources by their hash. */
interface PictureClip {
  from: number;
  /** null: at or beyond the range's end and nothing inside the range depends on where exactly. */
  to: number | null;
  source: string | null;
  look: Record<string, unknown>;
}

// Fields that say who a clip is, where it lies or how it sounds: none of them changes a pixel.
const pictureless = new Set<string>([
  ...['id', 'name', 'src', 'start', 'duration', 'trackIndex', 'groupId', 'effects', 'isCaption', 'transition'],
  ...AUDIBLE_FIELDS,
]);

/**
 * The part of a document that decides the pictures of document frames [startFrame, endFrame): visible tracks, bottom
 * first, each with the clips that touch these frames, the outgoing clips of transitions included. Ids, names, sound
 * and absolute positions are left out, so that moved, renamed or re-mixed clips keep their rendered segments.
 */
export function pictureSubDocument(
  document: Document,
  rate: Rate,
  startFrame: number,
  endFrame: number,
  media: MediaTable,
): unknown {
  const layers = document.tracks
    .filter((track) => track.visible)
    .map((track) => trackPictures(document, track, { rate, startFrame, endFrame }, media))
    .filter((clips) => clips.length > 0);
  const { width, height, background } = document.settings;
  return { width, height, background, rate, layers };
}

interface FrameRange {
  rate: Rate;
  startFrame: number;
  endFrame: number;
}

function trackPictures(document: Document, track: TrackDef, range: FrameRange, media: MediaTable): PictureClip[] {
  const clips = document.clips.filter((clip) => clip.trackIndex === track.id && clip.type !== 'audio');
  // A transition's outgoing clip has ended before the window begins, but its picture goes on inside it.
  const needed = new Map<Clip, { exact: boolean }>();
  for (const clip of clips) {
    if (touches(clip, range)) needed.set(clip, { exact: needed.get(clip)?.exact ?? false });
    if (!transitionTouches(clip, range)) continue;
    needed.set(clip, { exact: true });
    const outgoing = clips.find((other) => other !== clip && abuts(other, clip, range.rate));
    if (outgoing) needed.set(outgoing, { exact: true });
  }
  return [...needed].map(([clip, { exact }]) => pictureClip(clip, exact, range, media)).sort((a, b) => a.from - b.from);
}

function pictureClip(clip: Clip, exact: boolean, range: FrameRange, media: MediaTable): PictureClip {
  const span = clipSpan(clip, range.rate);
  const look: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(clip)) if (!pictureless.has(name)) look[name] = value;
  const effects = (clip.effects ?? []).filter((effect) => effect.enabled);
  if (effects.length > 0) look.effects = effects.map(({ type, params }) => ({ type, params }));
  const transition = transitionTouches(clip, range) ? clip.transition : undefined;
  if (transition) look.transition = transition;
  const further = clipSources(clip).filter(({ use }) => use !== 'clip');
  if (further.length > 0) look.files = further.map(({ src, use }) => [use, media[src]?.sha256 ?? src]);
  // Noise, torn blocks and the like are seeded by the clip's id.
  if (effects.length > 0 || transition?.type === 'glitch') look.seed = clip.id;
  const endsLater = span.endFrame >= range.endFrame;
  return {
    from: span.startFrame - range.startFrame,
    to: endsLater && !exact && !endMatters(clip) ? null : span.endFrame - range.startFrame,
    source: clip.src ? (media[clip.src]?.sha256 ?? clip.src) : null,
    look,
  };
}

// Reversed clips count from their end, and text leaves relative to it.
function endMatters(clip: Clip): boolean {
  return clip.reverse || clip.textStyle?.animation !== undefined;
}

function touches(clip: Clip, range: FrameRange): boolean {
  const span = clipSpan(clip, range.rate);
  return span.startFrame < range.endFrame && span.endFrame > range.startFrame;
}

// The window opens at the clip's start (entrance) or closes at its end (exit); a frame more on both sides is harmless.
function transitionTouches(clip: Clip, range: FrameRange): boolean {
  if (!clip.transition) return false;
  const span = clipSpan(clip, range.rate);
  const frames = frameOf(clip.transition.duration, range.rate) + 1;
  const entrance = span.startFrame < range.endFrame && span.startFrame + frames > range.startFrame;
  const exit = span.endFrame - frames < range.endFrame && span.endFrame > range.startFrame;
  return entrance || exit;
}

function abuts(outgoing: Clip, incoming: Clip, rate: Rate): boolean {
  return Math.abs(clipSpan(outgoing, rate).endFrame - clipSpan(incoming, rate).startFrame) <= 1;
}
