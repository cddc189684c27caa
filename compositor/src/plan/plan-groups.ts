import {
  type Clip,
  type ClipSpan,
  clipSpan,
  type Document,
  type EncoderSetup,
  frameOf,
  type GroupFacts,
  type PacketFacts,
  type Rate,
  rateOf,
} from '@framemill/timeline/rendering';
import { fitsPacketsOf, isUntouched } from './plan-copy.ts';
import { type OutputProfile, outputFrames } from './profile.ts';
import type { MediaTable } from './sub-document.ts';

/** Consecutive closed groups of pictures (GOPs) of a source that are copied to output frames [startFrame, endFrame). */
export interface CopiedGroups {
  startFrame: number;
  endFrame: number;
  /** Name of the source: the `src` of the clip. */
  src: string;
  /** Index of the source frame that is shown at `startFrame`. It is the first frame of a GOP. */
  sourceFrame: number;
}

/**
 * Plan of a smart render: the runs of GOPs (groups of pictures) that are copied from sources, and the encoder settings
 * for the other frames.
 */
export interface GroupPlan {
  /** Copied runs in order, at least one. Each run becomes one segment. */
  copied: CopiedGroups[];
  /** Settings for encoding the other frames, chosen so that encoded and copied frames can share one track. */
  encoder: EncoderSetup;
}

/**
 * Minimum number of frames of a copied run (half a second to a second). Copying a shorter run saves less time than the
 * two additional segment boundaries cost.
 */
const LEAST_FRAMES = 30;
/**
 * Minimum share of the output's frames that are copied, if any are. Copied frames determine the encoder settings of all
 * other frames. Without a minimum, a short clip added to a long video would cause everything to be encoded again.
 */
const LEAST_SHARE = 0.25;
/**
 * Interval in frames at which copied runs are split. A run is split at the first GOP of the source after each multiple
 * of the interval, so that an edit of the document moves no other boundary.
 */
const FRAMES_A_COPY = 300;
/**
 * Tolerance in frames by which the in-point may precede its frame because of rounded decimals. `UNCERTAIN_SEC`:
 * distance from a frame's start, in seconds, within which the in-point may also belong to the previous frame.
 */
const DECIMALS = 1e-4;
const UNCERTAIN_SEC = 0.001;

/**
 * Finds the GOPs (groups of pictures) of H.264 sources that a render may copy (smart rendering), if `profile.smart` is
 * set. A GOP is copied when a video clip in the output's size and rate shows all frames of the GOP consecutively and
 * unchanged, outside transitions and with no other clip above or below it. The bit rate limits are those of `planCopy`.
 * All copied GOPs must have the same parameter sets. The parameter sets of the most frames are chosen or, on a tie, the
 * earliest. Returns null when nothing is copied, or less than a quarter of the output. Pure: equal documents, profiles
 * and media tables give equal results. Throws the errors of `outputFrames`.
 */
export function planGroups(document: Document, profile: OutputProfile, media: MediaTable): GroupPlan | null {
  if (!mayCopyGroups(document, profile)) return null;
  const total = outputFrames(document, profile);
  const found: { copied: CopiedGroups[]; groups: GroupFacts }[] = [];
  for (const { clip, free } of untouchedStretches(document, total)) {
    const facts = media[clip.src];
    const { packets } = facts ?? {};
    if (!packets?.groups || !fitsPacketsOf(facts, document, profile)) continue;
    found.push({ copied: copiesOf(clip, free, packets, packets.groups), groups: packets.groups });
  }
  const kinds = new Map<string, { frames: number; encoder: EncoderSetup }>();
  for (const { copied, groups } of found) {
    const known = kinds.get(groups.parameterSets)?.frames ?? 0;
    kinds.set(groups.parameterSets, { frames: known + framesOf(copied), encoder: groups.encoder });
  }
  const [best] = [...kinds].sort(([, a], [, b]) => b.frames - a.frames);
  if (!best || best[1].frames === 0 || best[1].frames < LEAST_SHARE * total) return null;
  const copied = found.filter(({ groups }) => groups.parameterSets === best[0]).flatMap((one) => one.copied);
  return { copied, encoder: best[1].encoder };
}

/** Whether the document and profile permit copying. If not, `planGroups` returns null for any sources. */
export function mayCopyGroups(document: Document, { smart, format, watermark }: OutputProfile): boolean {
  return smart === true && format === 'mp4' && !watermark && document.clips.some(isUntouched);
}

/**
 * Returns the ranges of output frames, in order, in which exactly one clip is visible and is shown unchanged. The
 * output and the document have the same frame rate here, and therefore the same frame numbers.
 */
function untouchedStretches(document: Document, total: number): { clip: Clip; free: ClipSpan }[] {
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  const images = document.clips
    .filter((clip) => clip.type !== 'audio' && visible.has(clip.trackIndex))
    .map((clip) => ({ clip, span: clipSpan(clip, rate) }))
    .sort((a, b) => a.span.startFrame - b.span.startFrame);
  // The outgoing clip of a transition may be held for one frame after its end.
  const held = new Set(
    images.flatMap(({ clip, span }) => (clip.transition ? [`${clip.trackIndex} ${span.startFrame - 1}`] : [])),
  );
  return images
    .filter(({ clip }) => isUntouched(clip))
    .flatMap(({ clip, span }) => {
      const covered = transitionOf(clip, span, rate);
      for (const other of images) {
        if (other.clip === clip) continue;
        const { startFrame } = other.span;
        const endFrame = other.span.endFrame + (held.has(`${other.clip.trackIndex} ${other.span.endFrame}`) ? 1 : 0);
        if (startFrame < span.endFrame && endFrame > span.startFrame) covered.push({ startFrame, endFrame });
      }
      const whole = { startFrame: span.startFrame, endFrame: Math.min(span.endFrame, total) };
      return freeOf(whole, covered).map((free) => ({ clip, free }));
    })
    .sort((a, b) => a.free.startFrame - b.free.startFrame);
}

/**
 * Returns the range of frames in which a clip's transition may be visible, for the requested length of the transition.
 */
function transitionOf({ transition }: Clip, { startFrame, endFrame }: ClipSpan, rate: Rate): ClipSpan[] {
  if (!transition) return [];
  const frames = frameOf(transition.duration, rate) + 1;
  return transition.edge === 'out'
    ? [{ startFrame: endFrame - frames, endFrame }]
    : [{ startFrame, endFrame: startFrame + frames }];
}

/** Returns the frame ranges inside `whole` that no range of `covered` contains. `covered` may be in any order. */
function freeOf(whole: ClipSpan, covered: readonly ClipSpan[]): ClipSpan[] {
  const free: ClipSpan[] = [];
  let from = whole.startFrame;
  for (const { startFrame, endFrame } of covered.toSorted((a, b) => a.startFrame - b.startFrame)) {
    if (from < Math.min(startFrame, whole.endFrame)) {
      free.push({ startFrame: from, endFrame: Math.min(startFrame, whole.endFrame) });
    }
    from = Math.max(from, endFrame);
  }
  if (from < whole.endFrame) free.push({ startFrame: from, endFrame: whole.endFrame });
  return free;
}

/**
 * Returns the complete GOPs (groups of pictures) of a clip's source that are inside a range of the output, as runs to
 * copy.
 */
function copiesOf(clip: Clip, free: ClipSpan, { rate, frames }: PacketFacts, { starts }: GroupFacts): CopiedGroups[] {
  const first = firstFrame(clip.mediaStart, rate);
  if (first === null) return [];
  // Converts indexes of source frames to output frames.
  const shift = clipSpan(clip, rate).startFrame - first;
  const edges = [...starts, frames].filter((edge) => edge + shift >= free.startFrame && edge + shift <= free.endFrame);
  const [begin = 0] = edges;
  const end = edges.at(-1) ?? begin;
  if (end - begin < LEAST_FRAMES) return [];
  const cuts = edges.filter(
    (edge, i) => edge === begin || edge === end || windowOf(edge) !== windowOf(edges[i - 1] ?? 0),
  );
  return cuts.slice(0, -1).map((cut, i) => ({
    startFrame: cut + shift,
    endFrame: (cuts[i + 1] ?? end) + shift,
    src: clip.src,
    sourceFrame: cut,
  }));
}

function windowOf(image: number): number {
  return Math.floor(image / FRAMES_A_COPY);
}

/** Returns the index of the source frame at a clip's in-point; null when rounded times make the index uncertain. */
function firstFrame(mediaStart: number, rate: Rate): number | null {
  const exact = (mediaStart * rate.num) / rate.den;
  const next = Math.ceil(exact);
  const before = next - exact;
  if (before <= DECIMALS) return next;
  return before < (UNCERTAIN_SEC * rate.num) / rate.den ? null : next - 1;
}

function framesOf(copied: readonly CopiedGroups[]): number {
  return copied.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
}
