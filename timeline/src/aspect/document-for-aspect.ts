import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { CANVAS_SIZES, LIMITS } from '../document/limits.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import type { AspectRatio } from '../vocabulary/index.ts';
import { arrange } from './arrange.ts';
import { type Item, isUncut, itemOf } from './item.ts';
import { coverCanvas, placeItem } from './place-item.ts';
import { ACROSS, COVERS, DOWN, type Rect, type Size, shared } from './rect.ts';

/**
 * Adapts a document to another aspect ratio, on a canvas whose shorter side has the same length. Backgrounds cover the
 * new canvas, and clips in a corner or at an edge return to that corner or edge. Wide rectangles that reach from edge
 * to edge do so again, and texts wrap again inside the inner 90 %. Clips next to each other are stacked where this
 * keeps them larger. Compositions of the size of the canvas are adapted in the same way. docs/aspects.md has the rules.
 * Returns the document itself if its canvas already has the ratio. `media` returns the sizes of videos and images; one
 * of unknown size is assumed to be as large as the canvas. Pure: fonts are not used, so the result is the same on every
 * machine.
 */
export function documentForAspect(document: Document, aspect: AspectRatio, media: MediaLookup): Document {
  const { settings } = document;
  const from = { width: settings.width, height: settings.height };
  const to = canvasOfAspect(from, aspect);
  if (to === from) return document;
  // Clips of these compositions cover the canvas before and after, as their compositions are adapted too.
  const adapted = new Set(
    (document.compositions ?? []).filter((one) => isSameSize(one.settings, from)).map(({ id }) => id),
  );
  const adapt = (timeline: Timeline) => laidOutClips(timeline, { from, to }, adapted, media);
  const result: Document = {
    ...document,
    settings: { ...settings, aspectRatio: aspect, ...to },
    clips: adapt(document),
  };
  if (!document.compositions) return result;
  const compositions = document.compositions.map((one) =>
    adapted.has(one.id) ? { ...one, settings: { ...one.settings, ...to }, clips: adapt(one) } : one,
  );
  return { ...result, compositions };
}

type Timeline = Pick<Document, 'tracks' | 'clips'>;

/** Lays out the visible clips of a timeline, except those that show one of the `adapted` compositions. */
function laidOutClips(
  { tracks, clips }: Timeline,
  canvases: { from: Size; to: Size },
  adapted: ReadonlySet<string>,
  media: MediaLookup,
): Clip[] {
  const { from, to } = canvases;
  const cells = { from: { x: 0, y: 0, ...from }, to: { x: 0, y: 0, ...to } };
  const visible = new Set(tracks.filter((track) => track.visible).map(({ id }) => id));
  const items = clips
    .filter((clip) => clip.type !== 'audio' && visible.has(clip.trackIndex))
    .filter((clip) => clip.type !== 'composition' || !adapted.has(clip.src))
    .map((clip) => itemOf(clip, from, media));
  const behind = items.filter((item) => isBackground(item, cells.from));
  const laidOut = new Map<string, Clip>();
  for (const item of behind) laidOut.set(item.clip.id, coverCanvas(item, canvases));
  for (const placed of arrange(
    items.filter((item) => !laidOut.has(item.clip.id)),
    cells,
  )) {
    laidOut.set(placed.item.clip.id, placeItem(placed, canvases));
  }
  return clips.map((clip) => laidOut.get(clip.id) ?? clip);
}

function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}

/**
 * Whether a clip is a background: an adjustment layer, or a video, image or page that covers the canvas. Also true for
 * an uncropped, centred video or image that fills the canvas in one direction and leaves bars in the other.
 */
function isBackground({ kind, clip, box }: Item, canvas: Rect): boolean {
  if (clip.type === 'adjustment') return true;
  if (kind !== 'picture' && kind !== 'page') return false;
  const shares = [ACROSS, DOWN].map((axis) => shared(box, canvas, axis) / canvas[axis.length]);
  if (shares.every((share) => share >= COVERS)) return true;
  const inMiddle = Math.abs(clip.x) < 1 && Math.abs(clip.y) < 1 && !clip.mask;
  return (
    kind === 'picture' && isUncut(clip) && inMiddle && shares.some((share) => share >= 0.995) && clip.scale >= 0.999
  );
}

/** Relative difference up to which a canvas counts as having the requested aspect ratio. */
const SAME_RATIO = 0.01;

/**
 * Returns the canvas size for an aspect ratio, with the shorter side of `canvas`: 9:16 of 1280x720 is 720x1280.
 * Both sides are even. The longer side is at most 7,680 pixels; the shorter side is reduced if necessary.
 * Returns `canvas` itself if its ratio is already within 1 % of `aspect`.
 */
export function canvasOfAspect(canvas: Size, aspect: AspectRatio): Size {
  const usual = CANVAS_SIZES[aspect];
  const ratio = usual.width / usual.height;
  if (Math.abs(canvas.width / canvas.height / ratio - 1) <= SAME_RATIO) return canvas;
  const longest = Math.max(ratio, 1 / ratio);
  const short = Math.min(canvas.width, canvas.height, LIMITS.maxSide / longest);
  const side = (length: number) => Math.max(LIMITS.minSide, Math.min(LIMITS.maxSide, 2 * Math.round(length / 2)));
  return ratio >= 1
    ? { width: side(short * ratio), height: side(short) }
    : { width: side(short), height: side(short / ratio) };
}
