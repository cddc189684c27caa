import type { Clip, Document, MediaFacts, Rate } from '@framemill/timeline';
import {
  AUDIBLE_FIELDS,
  clipSources,
  clipSpan,
  frameOf,
  nestedDocument,
  nestedFramesShown,
  rateOf,
} from '@framemill/timeline/rendering';

/** Metadata of every source of a document, by the `src` of the clips. */
export type MediaTable = Record<string, MediaFacts>;

/**
 * Clip as it is hashed for a content key. Frames are document frames relative to the range's start; sources are
 * represented by their hash.
 */
interface VisibleClip {
  from: number;
  /** End frame of the clip; null when it is at or after the range's end and does not affect the images of the range. */
  to: number | null;
  source: string | null;
  look: Record<string, unknown>;
  /** For a composition clip: the part of its composition that the range shows. Else absent. */
  inside?: unknown;
}

// Fields for identity, position or audio, none of which changes a pixel.
const imageless = new Set<string>([
  ...['id', 'name', 'src', 'start', 'duration', 'trackIndex', 'groupId', 'effects', 'isCaption', 'transition'],
  ...AUDIBLE_FIELDS,
]);

/**
 * Function that returns the part of a document that determines the images of document frames [startFrame, endFrame):
 * the visible tracks, bottom first, with the clips that overlap these frames, including the outgoing clips of
 * transitions, and the part of each composition that its clip shows there. It leaves out ids, names, audio and absolute positions, so that segments need not be rendered again when
 * clips are moved together, renamed or mixed differently.
 */
export type ImageSubDocuments = (startFrame: number, endFrame: number) => unknown;

/**
 * Prepares a document so that its parts for many frame ranges can be computed fast. The document must not change
 * afterwards.
 */
export function createImageSubDocuments(document: Document, rate: Rate, media: MediaTable): ImageSubDocuments {
  const byTrack = Map.groupBy(
    document.clips.filter(({ type }) => type !== 'audio'),
    ({ trackIndex }) => trackIndex,
  );
  const tracks = document.tracks
    .filter((track) => track.visible)
    .map((track) => placedTrack(byTrack.get(track.id) ?? [], rate));
  const { width, height, background } = document.settings;
  const insideOf = nestedSubDocuments(document, rate, media);
  return (startFrame, endFrame) => {
    const layers = tracks
      .map((track) => visibleClips(track, { startFrame, endFrame }, media, insideOf))
      .filter((clips) => clips.length > 0);
    return { width, height, background, rate, layers };
  };
}

/** Returns the part of a composition that its clip shows during a range; undefined for clips of other types. */
type InsideOf = (clip: Clip, range: FrameRange) => unknown;

function nestedSubDocuments(document: Document, rate: Rate, media: MediaTable): InsideOf {
  const prepared = new Map<string, { nested: Document; imagesOf: ImageSubDocuments }>();

  function preparedFor(clip: Clip) {
    const known = prepared.get(clip.src);
    if (known) return known;
    const nested = nestedDocument(document, clip);
    if (!nested) return null;
    const made = { nested, imagesOf: createImageSubDocuments(nested, rateOf(nested.settings.fps), media) };
    prepared.set(clip.src, made);
    return made;
  }

  return (clip, { startFrame, endFrame }) => {
    const own = clip.type === 'composition' ? preparedFor(clip) : null;
    if (!own) return undefined;
    const { firstFrame, lastFrame } = nestedFramesShown(clip, own.nested, rate, startFrame, endFrame - 1);
    return own.imagesOf(firstFrame, lastFrame + 1);
  };
}

/** Range of document frames, [startFrame, endFrame). */
interface FrameRange {
  startFrame: number;
  endFrame: number;
}

/** Clip with its frames and the duration of its transition in frames; 0 without a transition. */
interface PlacedClip extends FrameRange {
  clip: Clip;
  windowFrames: number;
}

/** Clips of a track in document order; `byEnd` has them by the frame at which they end. */
interface PlacedTrack {
  clips: readonly PlacedClip[];
  byEnd: ReadonlyMap<number, readonly PlacedClip[]>;
  /**
   * First frame at which each clip can affect the image, in the order of `clips`. `to` has the frame after the last
   * one.
   */
  from: Float64Array;
  to: Float64Array;
}

function placedTrack(own: readonly Clip[], rate: Rate): PlacedTrack {
  const clips = own.map((clip) => {
    // One frame more than the window is harmless.
    const windowFrames = clip.transition ? frameOf(clip.transition.duration, rate) + 1 : 0;
    return { clip, ...clipSpan(clip, rate), windowFrames };
  });
  return {
    clips,
    byEnd: Map.groupBy(clips, ({ endFrame }) => endFrame),
    from: Float64Array.from(clips, ({ startFrame, endFrame, windowFrames }) =>
      Math.min(startFrame, endFrame - windowFrames),
    ),
    to: Float64Array.from(clips, ({ startFrame, endFrame, windowFrames }) =>
      Math.max(endFrame, startFrame + windowFrames),
    ),
  };
}

function visibleClips(
  { clips, byEnd, from, to }: PlacedTrack,
  range: FrameRange,
  media: MediaTable,
  insideOf: InsideOf,
): VisibleClip[] {
  // A transition's outgoing clip ends before the window begins, but its image continues up to the window and inside it.
  const needed = new Map<PlacedClip, Need>();
  const need = (clip: PlacedClip, why: Partial<Need>) =>
    needed.set(clip, { exact: false, goesOn: false, ...needed.get(clip), ...why });
  // A plain loop over numbers: a video has thousands of ranges and clips.
  for (let index = 0; index < clips.length; index++) {
    if ((from[index] ?? 0) > range.endFrame || (to[index] ?? 0) <= range.startFrame) continue;
    const clip = clips[index];
    if (!clip) continue;
    if (clip.startFrame < range.endFrame && clip.endFrame > range.startFrame) need(clip, {});
    const inWindow = transitionTouches(clip, range);
    if (inWindow) need(clip, { exact: true });
    if (!inWindow && !transitionFollows(clip, range)) continue;
    const outgoing = clipBefore(clip, byEnd, clips);
    if (outgoing && inWindow) need(outgoing, { exact: true });
    else if (outgoing && outgoing.endFrame < range.endFrame) need(outgoing, { goesOn: true });
  }
  return [...needed]
    .map(([clip, why]) => withInside(imageClip(clip, why, range, media), insideOf(clip.clip, seenOf(clip, why, range))))
    .sort((a, b) => a.from - b.from);
}

/** Returns the frames of a range in which a clip may be seen. */
function seenOf({ startFrame, endFrame }: PlacedClip, { exact, goesOn }: Need, range: FrameRange): FrameRange {
  if (exact || goesOn) return range;
  return { startFrame: Math.max(range.startFrame, startFrame), endFrame: Math.min(range.endFrame, endFrame) };
}

// Clips of other types have no such field, so that their keys stay as they are.
function withInside(clip: VisibleClip, inside: unknown): VisibleClip {
  return inside === undefined ? clip : { ...clip, source: null, inside };
}

/** Returns the first clip, in document order, that ends within one frame of a clip's start. */
function clipBefore(
  own: PlacedClip,
  byEnd: PlacedTrack['byEnd'],
  clips: readonly PlacedClip[],
): PlacedClip | undefined {
  const near = [-1, 0, 1].flatMap((frames) => byEnd.get(own.startFrame + frames) ?? []).filter((clip) => clip !== own);
  if (near.length < 2) return near[0];
  return near.reduce((first, clip) => (clips.indexOf(clip) < clips.indexOf(first) ? clip : first));
}

/** Effect of a clip on the images of a range of frames. */
interface Need {
  /** Whether the exact position of the clip's end affects the range's images even when the end is after the range. */
  exact: boolean;
  /** Whether the clip is still drawn after its end, up to the end of the range. */
  goesOn: boolean;
}

function imageClip(placed: PlacedClip, { exact, goesOn }: Need, range: FrameRange, media: MediaTable): VisibleClip {
  const { clip } = placed;
  const look: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(clip)) if (!imageless.has(name)) look[name] = value;
  const effects = (clip.effects ?? []).filter((effect) => effect.enabled);
  if (effects.length > 0) look.effects = effects.map(({ type, params }) => ({ type, params }));
  const transition = transitionTouches(placed, range) ? clip.transition : undefined;
  if (transition) look.transition = transition;
  const further = clipSources(clip).filter(({ use }) => use !== 'clip');
  if (further.length > 0) look.files = further.map(({ src, use }) => [use, media[src]?.sha256 ?? src]);
  // Noise, glitch blocks and similar effects are seeded by the clip's id.
  if (effects.length > 0 || transition?.type === 'glitch') look.seed = clip.id;
  if (goesOn) look.goesOn = true;
  const endsLater = placed.endFrame >= range.endFrame;
  return {
    from: placed.startFrame - range.startFrame,
    to: endsLater && !exact && !endMatters(clip) ? null : placed.endFrame - range.startFrame,
    source: clip.src ? (media[clip.src]?.sha256 ?? clip.src) : null,
    look,
  };
}

// Reversed clips are timed from their end, and text exit animations are relative to it.
function endMatters(clip: Clip): boolean {
  return clip.reverse || clip.textStyle?.animation !== undefined;
}

// The window opens at the clip's start (entrance) or closes at its end (exit).
function transitionTouches({ clip, startFrame, endFrame, windowFrames }: PlacedClip, range: FrameRange): boolean {
  if (!clip.transition) return false;
  const entrance = startFrame < range.endFrame && startFrame + windowFrames > range.startFrame;
  const exit = endFrame - windowFrames < range.endFrame && endFrame > range.startFrame;
  return entrance || exit;
}

// The window opens right after the range, so that a frame between it and the outgoing clip is the range's last one.
function transitionFollows({ clip, startFrame }: PlacedClip, range: FrameRange): boolean {
  return clip.transition !== undefined && clip.transition.edge !== 'out' && startFrame === range.endFrame;
}
