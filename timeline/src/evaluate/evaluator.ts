import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { curveOf } from '../easing/ease.ts';
import { type Rate, rateOf } from '../time.ts';
import { type PreparedClip, prepareClip } from './clip-layer.ts';
import { nestedFrame, nestedUse } from './nested-document.ts';
import type { Scene, SceneLayer } from './scene.ts';
import { type PlacedClip, shownTracks, type TransitionWindow, transitionWindow } from './transition-window.ts';

/** Evaluates the scene at `frame` of the document's own rate. For more than one frame use createEvaluator. */
export function evaluate(document: Document, frame: number): Scene {
  return createEvaluator(document)(frame);
}

/**
 * Prepares a document for evaluation at any frame, in any order; ascending order is fastest.
 * The document must not change afterwards. Layers are sorted bottom first: by the order of tracks, then by start. Each
 * call returns a new scene.
 */
export function createEvaluator(document: Document): (frame: number) => Scene {
  const { width, height, background } = document.settings;
  const items = itemsOf(document);
  let cached = { fromFrame: 0, toFrame: 0, active: items.slice(0, 0) };

  return (frame) => {
    if (frame < cached.fromFrame || frame >= cached.toFrame) cached = activeAround(items, frame);
    const layers: SceneLayer[] = [];
    for (const item of cached.active) {
      const layer = item.layerAt(frame);
      if (layer) layers.push(layer);
    }
    return { frame, width, height, background, layers };
  };
}

/** A layer that is visible from `startFrame` up to, but not including, `endFrame`. */
interface Item {
  startFrame: number;
  endFrame: number;
  /** Returns the layer at a frame; `null` when it is invisible there. */
  layerAt(frame: number): SceneLayer | null;
}

/**
 * Finds the items that are active at a frame, and the frames up to the nearest boundaries.
 * Between two boundaries the same items are active, so that a search is needed only when a boundary is crossed.
 */
function activeAround(items: readonly Item[], frame: number) {
  let fromFrame = -Infinity;
  let toFrame = Infinity;
  const active: Item[] = [];
  for (const item of items) {
    if (item.endFrame <= frame) fromFrame = Math.max(fromFrame, item.endFrame);
    else if (item.startFrame > frame) toFrame = Math.min(toFrame, item.startFrame);
    else {
      active.push(item);
      fromFrame = Math.max(fromFrame, item.startFrame);
      toFrame = Math.min(toFrame, item.endFrame);
    }
  }
  return { fromFrame, toFrame, active };
}

function itemsOf(document: Document): Item[] {
  const rate = rateOf(document.settings.fps);
  const prepare = (clip: Clip) => prepareShown(document, clip, rate);
  return shownTracks(document).flatMap((track) => trackItems(track, rate, prepare));
}

/** Prepares a clip. The layers of a composition clip also have the frame of the composition that they show. */
function prepareShown(document: Document, clip: Clip, rate: Rate): PreparedClip {
  const prepared = prepareClip(clip, rate);
  const nested = nestedUse(document, clip);
  if (!nested) return prepared;
  let evaluateNested: ((frame: number) => Scene) | null = null;
  return {
    ...prepared,
    layerAt(localFrame) {
      // Prepared when it is first seen: a render of one segment does not need the other compositions.
      evaluateNested ??= createEvaluator(nested);
      const layer = prepared.layerAt(localFrame);
      return { ...layer, inner: evaluateNested(nestedFrame(nested, layer.sourceSec)) };
    },
  };
}

/**
 * Returns the visible items of one track: each transition during its frames, and each clip outside of its transitions.
 * The outgoing clip stays visible until the transition starts, even across a gap between the two clips.
 */
function trackItems(track: readonly PlacedClip[], rate: Rate, prepare: (clip: Clip) => PreparedClip): Item[] {
  const prepared = new Map(track.map(({ clip }) => [clip.id, prepare(clip)]));
  const bodies = new Map(track.map(({ clip, span }) => [clip.id, { ...span }]));
  const windows = track.map((_, index) => transitionWindow(track, index, rate));
  for (const window of windows) {
    if (!window) continue;
    const outgoing = window.outgoing && bodies.get(window.outgoing.clip.id);
    const incoming = window.incoming && bodies.get(window.incoming.clip.id);
    if (outgoing) {
      // A clip that ended with its own transition must not reappear in the gap.
      const hasLeft = outgoing.endFrame !== window.outgoing?.span.endFrame;
      outgoing.endFrame = hasLeft ? Math.min(outgoing.endFrame, window.startFrame) : window.startFrame;
    }
    if (incoming) incoming.startFrame = Math.max(incoming.startFrame, window.endFrame);
  }
  const items: Item[] = [];
  for (const [index, { clip }] of track.entries()) {
    const own = prepared.get(clip.id);
    const body = bodies.get(clip.id);
    const window = windows[index];
    if (window) items.push(windowItem(window, prepared));
    if (own && body && body.endFrame > body.startFrame) items.push(bodyItem(own, body.startFrame, body.endFrame));
  }
  return items;
}

function bodyItem(prepared: PreparedClip, startFrame: number, endFrame: number): Item {
  const first = prepared.span.startFrame;
  const layerAt = (frame: number) => {
    const layer = prepared.layerAt(frame - first);
    return layer.opacity > 0 ? layer : null;
  };
  return { startFrame, endFrame, layerAt };
}

function windowItem(window: TransitionWindow, prepared: ReadonlyMap<string, PreparedClip>): Item {
  const { startFrame, endFrame, outgoing, incoming } = window;
  const transition = (incoming ?? outgoing)?.clip.transition;
  const from = outgoing && (prepared.get(outgoing.clip.id) ?? null);
  const to = incoming && (prepared.get(incoming.clip.id) ?? null);
  const curve = curveOf(transition?.easing);
  const layerAt = (frame: number): SceneLayer | null => {
    if (!transition) return null;
    const passed = (frame - startFrame) / (endFrame - startFrame);
    return {
      kind: 'transition',
      transition,
      progress: passed <= 0 ? 0 : curve.value(passed),
      from: from?.layerAt(frame - from.span.startFrame) ?? null,
      to: to?.layerAt(frame - to.span.startFrame) ?? null,
    };
  };
  return { startFrame, endFrame, layerAt };
}
