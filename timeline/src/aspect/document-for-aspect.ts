import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import type { AspectRatio } from '../vocabulary/index.ts';
import { arrange } from './arrange.ts';
import { canvasOfAspect } from './canvas-of-aspect.ts';
import { type Item, isUncut, itemOf } from './item.ts';
import { coverCanvas, placeItem } from './place-item.ts';
import { ACROSS, COVERS, DOWN, type Rect, shared } from './rect.ts';

/**
 * The same film on a canvas of another aspect ratio, with the same shorter side: backgrounds cover it, what was in a corner or at an edge is there again, bars keep
 * to both edges, texts wrap anew inside the inner 90 %, what stood beside each other stands one above the other where that keeps it larger. docs/aspects.md has the rules.
 * The document itself when its canvas has the ratio already. `media` knows the sizes of pictures; one that it does not know counts as large as the canvas.
 * Pure: the same for everybody, as no font is asked.
 */
export function documentForAspect(document: Document, aspect: AspectRatio, media: MediaLookup): Document {
  const { settings } = document;
  const from = { width: settings.width, height: settings.height };
  const to = canvasOfAspect(from, aspect);
  if (to === from) return document;
  const canvases = { from, to };
  const cells = { from: { x: 0, y: 0, ...from }, to: { x: 0, y: 0, ...to } };
  const visible = new Set(document.tracks.filter((track) => track.visible).map(({ id }) => id));
  const items = document.clips
    .filter((clip) => clip.type !== 'audio' && visible.has(clip.trackIndex))
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
  return {
    ...document,
    settings: { ...settings, aspectRatio: aspect, ...to },
    clips: document.clips.map((clip) => laidOut.get(clip.id) ?? clip),
  };
}

/** Pictures, pages and adjustment layers that cover the canvas, and the one picture in its middle that bars were left beside. */
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
