import type { Clip, Document, MediaFacts, Rate, TrackDef } from '@framemill/timeline';
import { AUDIBLE_FIELDS, clipSources, clipSpan, frameOf } from '@framemill/timeline/rendering';

/** Facts of every source of a document, by the clips' `src`. */
export type MediaTable = Record<string, MediaFacts>;

/** Clip as part of a content key: document frames relative to the range's start, sources by their hash. */
interface VisibleClip {
  from: number;
  /** End frame; null when it is at or beyond the range's end and its exact position does not affect the range. */
  to: number | null;
  source: string | null;
  look: Record<string, unknown>;
}

// Fields for identity, position or audio, none of which changes a pixel.
const imageless = new Set<string>([
  ...['id', 'name', 'src', 'start', 'duration', 'trackIndex', 'groupId', 'effects', 'isCaption', 'transition'],
  ...AUDIBLE_FIELDS,
]);

/**
 * Returns the part of a document that determines the images of document frames [startFrame, endFrame). It holds the
 * visible tracks, bottom first, each with the clips that overlap these frames, including the outgoing clips of
 * transitions. Ids, names, audio and absolute positions are left out, so that moved, renamed or re-mixed clips keep
 * their rendered segments.
 */
export function imageSubDocument(
  document: Document,
  rate: Rate,
  startFrame: number,
  endFrame: number,
  media: MediaTable,
): unknown {
  const layers = document.tracks
    .filter((track) => track.visible)
    .map((track) => visibleClips(document, track, { rate, startFrame, endFrame }, media))
    .filter((clips) => clips.length > 0);
  const { width, height, background } = document.settings;
  return { width, height, background, rate, layers };
}

interface FrameRange {
  rate: Rate;
  startFrame: number;
  endFrame: number;
}

function visibleClips(document: Document, track: TrackDef, range: FrameRange, media: MediaTable): VisibleClip[] {
  const clips = document.clips.filter((clip) => clip.trackIndex === track.id && clip.type !== 'audio');
  // A transition's outgoing clip ends before the window begins, but its image continues up to the window and inside it.
  const needed = new Map<Clip, Need>();
  const need = (clip: Clip, why: Partial<Need>) =>
    needed.set(clip, { exact: false, goesOn: false, ...needed.get(clip), ...why });
  for (const clip of clips) {
    if (touches(clip, range)) need(clip, {});
    const inWindow = transitionTouches(clip, range);
    if (inWindow) need(clip, { exact: true });
    if (!inWindow && !transitionFollows(clip, range)) continue;
    const outgoing = clips.find((other) => other !== clip && abuts(other, clip, range.rate));
    if (outgoing && inWindow) need(outgoing, { exact: true });
    else if (outgoing && clipSpan(outgoing, range.rate).endFrame < range.endFrame) need(outgoing, { goesOn: true });
  }
  return [...needed].map(([clip, why]) => imageClip(clip, why, range, media)).sort((a, b) => a.from - b.from);
}

/** Dependence of a range on a clip. */
interface Need {
  /** Whether the clip's end affects the range's images even when it is beyond the range. */
  exact: boolean;
  /** Whether the clip is shown after its end, up to the end of the range. */
  goesOn: boolean;
}

function imageClip(clip: Clip, { exact, goesOn }: Need, range: FrameRange, media: MediaTable): VisibleClip {
  const span = clipSpan(clip, range.rate);
  const look: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(clip)) if (!imageless.has(name)) look[name] = value;
  const effects = (clip.effects ?? []).filter((effect) => effect.enabled);
  if (effects.length > 0) look.effects = effects.map(({ type, params }) => ({ type, params }));
  const transition = transitionTouches(clip, range) ? clip.transition : undefined;
  if (transition) look.transition = transition;
  const further = clipSources(clip).filter(({ use }) => use !== 'clip');
  if (further.length > 0) look.files = further.map(({ src, use }) => [use, media[src]?.sha256 ?? src]);
  // Noise, glitch blocks and similar effects are seeded by the clip's id.
  if (effects.length > 0 || transition?.type === 'glitch') look.seed = clip.id;
  if (goesOn) look.goesOn = true;
  const endsLater = span.endFrame >= range.endFrame;
  return {
    from: span.startFrame - range.startFrame,
    to: endsLater && !exact && !endMatters(clip) ? null : span.endFrame - range.startFrame,
    source: clip.src ? (media[clip.src]?.sha256 ?? clip.src) : null,
    look,
  };
}

// Reversed clips are timed from their end, and text exit animations are relative to it.
function endMatters(clip: Clip): boolean {
  return clip.reverse || clip.textStyle?.animation !== undefined;
}

function touches(clip: Clip, range: FrameRange): boolean {
  const span = clipSpan(clip, range.rate);
  return span.startFrame < range.endFrame && span.endFrame > range.startFrame;
}

// The window opens at the clip's start (entrance) or closes at its end (exit). One frame more on both sides is
// harmless.
function transitionTouches(clip: Clip, range: FrameRange): boolean {
  if (!clip.transition) return false;
  const span = clipSpan(clip, range.rate);
  const frames = frameOf(clip.transition.duration, range.rate) + 1;
  const entrance = span.startFrame < range.endFrame && span.startFrame + frames > range.startFrame;
  const exit = span.endFrame - frames < range.endFrame && span.endFrame > range.startFrame;
  return entrance || exit;
}

// The window opens right after the range, so that a frame between it and the outgoing clip is the range's last one.
function transitionFollows(clip: Clip, range: FrameRange): boolean {
  if (!clip.transition || clip.transition.edge === 'out') return false;
  return clipSpan(clip, range.rate).startFrame === range.endFrame;
}

function abuts(outgoing: Clip, incoming: Clip, rate: Rate): boolean {
  return Math.abs(clipSpan(outgoing, rate).endFrame - clipSpan(incoming, rate).startFrame) <= 1;
}
