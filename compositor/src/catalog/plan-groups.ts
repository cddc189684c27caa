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
import { type OutputProfile, outputFrames } from './profile.ts';
import type { MediaTable } from './sub-document.ts';
import { fitsPacketsOf, isUntouched } from './untouched.ts';

/** Whole groups of a source's own pictures that are the output's, frames [startFrame, endFrame) of it. */
export interface CopiedGroups {
  startFrame: number;
  endFrame: number;
  /** The source, as clips name it. */
  src: string;
  /** The source's picture that `startFrame` shows, the first of a group. */
  sourceFrame: number;
}

/** Which parts of a render are copied. */
export interface GroupPlan {
  /** In order, at least one; each will be a segment. */
  copied: CopiedGroups[];
  /** How the rest is encoded, to stand beside them in one track. */
  encoder: EncoderSetup;
}

/** Shorter stretches of untouched pictures are encoded: two cuts more cost what the copy saves. Half a second to a second. */
const LEAST_FRAMES = 30;
/** A stretch is cut where the source's groups pass a multiple of this, so that an edit of the document moves no other cut. */
const FRAMES_A_COPY = 300;
/** How far the in-point may lie before a picture's start that it means, for the sake of decimals, and how near to it the picture before is uncertain. Frames; seconds. */
const DECIMALS = 1e-4;
const UNCERTAIN_SEC = 0.001;

/**
 * Finds the groups of pictures of H.264 sources that a render may copy (smart rendering), when `profile.smart` asks for it. A group is copied when
 * all of its pictures are shown one after the other as they are: by a video clip in the output's size and rate that nothing lies on, under
 * or over, outside of transitions. The limits of bit rate are those of `planCopy`. All copied groups have equal parameter sets: of several kinds the
 * one wins that covers the most frames, of equals the earliest. null: nothing is copied.
 * Pure: equal documents, facts and profiles give equal answers. Throws what `outputFrames` throws.
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
  if (!best || best[1].frames === 0) return null;
  const copied = found.filter(({ groups }) => groups.parameterSets === best[0]).flatMap((one) => one.copied);
  return { copied, encoder: best[1].encoder };
}

/** False: whatever is known of its sources, `planGroups` says null. */
export function mayCopyGroups(document: Document, { smart, format, watermark }: OutputProfile): boolean {
  return smart === true && format === 'mp4' && !watermark && document.clips.some(isUntouched);
}

/** Stretches of output frames in which one clip is seen, as it is, and nothing else; in order. Rates are equal: frames of the output are those of the document. */
function untouchedStretches(document: Document, total: number): { clip: Clip; free: ClipSpan }[] {
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  const images = document.clips
    .filter((clip) => clip.type !== 'audio' && visible.has(clip.trackIndex))
    .map((clip) => ({ clip, span: clipSpan(clip, rate) }))
    .sort((a, b) => a.span.startFrame - b.span.startFrame);
  // Before a transition the outgoing clip may be held for a frame after its end.
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

/** Where a clip's own transition may be seen: at most as long as it asks for. */
function transitionOf({ transition }: Clip, { startFrame, endFrame }: ClipSpan, rate: Rate): ClipSpan[] {
  if (!transition) return [];
  const frames = frameOf(transition.duration, rate) + 1;
  return transition.edge === 'out'
    ? [{ startFrame: endFrame - frames, endFrame }]
    : [{ startFrame, endFrame: startFrame + frames }];
}

/** What `covered`, in any order, leaves of `whole`. */
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

/** The groups of a clip's source that lie whole in a stretch of the output, cut into copies. */
function copiesOf(clip: Clip, free: ClipSpan, { rate, frames }: PacketFacts, { starts }: GroupFacts): CopiedGroups[] {
  const first = firstFrame(clip.mediaStart, rate);
  if (first === null) return [];
  // From pictures of the source to frames of the output.
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

/** The picture of a source that is on show at its in-point; null: clocks that round leave it open. */
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
