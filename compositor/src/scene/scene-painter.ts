import type { ClipLayer, Scene, SceneLayer } from '@framemill/timeline';
import { parseColor } from '@framemill/timeline/rendering';
import type { Backend } from '../graph/backend.ts';
import type { Drawable } from '../graph/drawable.ts';
import { apply } from '../graph/matrix.ts';
import { largestScale, motionOn, stepped } from '../graph/motion.ts';
import { type CanvasSize, fitBox, fitOf, groupCanvas, outputScale, placeClip, type Size } from '../graph/placement.ts';
import { createSpriteStore, type SpriteStore } from '../sources/sprite-store.ts';
import { blendOf, type ClipPainterParts, createClipPainter } from './clip-painter.ts';
import { hasEffectStack } from './effect-graph.ts';
import { groupStack } from './group-stack.ts';
import { isCut } from './layer-box.ts';
import type { ClipSurface } from './painted-mask.ts';
import { createTransitionPainter } from './transition-painter.ts';

/** Converts scenes to drawables on one canvas. */
export interface ScenePainter {
  /** Returns everything to draw for a scene, bottom first. */
  drawables(scene: Scene): Drawable[];
  /** Frees what the last frame did not use. */
  endFrame(): void;
  close(): void;
}

/** Sources and drawings from which scenes are converted. `backend` makes the textures of sprites inside compositions. */
export interface ScenePainterParts extends Omit<ClipPainterParts, 'canvas' | 'compositions'> {
  backend: Pick<Backend, 'still'>;
}

/** Painter of compositions of one size, each as one image of size `output`. */
interface GroupPainter {
  readonly output: Size;
  readonly sprites: SpriteStore;
  readonly scenes: ScenePainter;
}

/** Creates the converter for one canvas. `parts.sprites` has the sprites of its output and is closed by the caller. */
export function createScenePainter(parts: ScenePainterParts, canvas: CanvasSize): ScenePainter {
  const groups = new Map<string, GroupPainter>();
  const drawables = painterOn(canvas);

  /** Returns the function that converts scenes on a canvas whose output is that of `canvas`. */
  function painterOn(on: CanvasSize): (scene: Scene) => Drawable[] {
    const compositions = {
      surfaceOf: (layer: ClipLayer) => surfaceOf(layer, on),
      collapsed: (layer: ClipLayer) => collapsed(layer, on),
    };
    const clips = createClipPainter({ ...parts, compositions, canvas: on });
    const transitions = createTransitionPainter(clips, on);
    const drawablesOf = (layer: SceneLayer) =>
      layer.kind === 'clip' ? clips.itemsOf(layer, 'alone') : transitions.drawables(layer);
    return (scene) => scene.layers.flatMap(drawablesOf);
  }

  function groupOn(on: CanvasSize, { width, height }: Scene): GroupPainter {
    const own = groupCanvas({ width, height }, on);
    const key = `${width}x${height} ${own.output.width}x${own.output.height}`;
    const known = groups.get(key);
    if (known) return known;
    const sprites = createSpriteStore(parts.backend, parts.vectors, own.output);
    const made: GroupPainter = { output: own.output, sprites, scenes: createScenePainter({ ...parts, sprites }, own) };
    groups.set(key, made);
    return made;
  }

  function surfaceOf({ inner }: ClipLayer, on: CanvasSize): ClipSurface | null {
    if (!inner) return null;
    const { scenes, output } = groupOn(on, inner);
    const source = groupStack(scenes.drawables(inner), inner.background, output);
    return source && { kind: 'stored', source, width: inner.width, height: inner.height };
  }

  function collapsed(layer: ClipLayer, on: CanvasSize): Drawable[] | null {
    const { inner } = layer;
    if (!inner || !mayCollapse(layer, inner)) return null;
    const own = { width: inner.width, height: inner.height };
    if (isIdentity(layer, own, on)) return painterOn(on)(inner);
    // A transition runs over the whole canvas: as part of the output it would run over all of it.
    if (inner.layers.some(({ kind }) => kind === 'transition')) return null;
    const { a, d } = fitBox(fitOf(layer.clip), own, on.document).fromImage;
    const placed = {
      matrix: placeClip(layer, own, on).matrix,
      scale: outputScale(on) * largestScale(layer.clip) * Math.max(Math.abs(a), Math.abs(d)),
      motion: motionOn(on, layer),
    };
    return painterOn({ document: own, output: on.output, placed })(inner);
  }

  return {
    drawables,
    endFrame() {
      for (const { scenes, sprites } of groups.values()) {
        scenes.endFrame();
        sprites.endFrame();
      }
    },
    close() {
      for (const { scenes, sprites } of groups.values()) {
        scenes.close();
        sprites.close();
      }
      groups.clear();
    },
  };
}

/** Whether nothing changes the image of a composition as a whole, so that its clips can be drawn separately. */
function mayCollapse(layer: ClipLayer, inner: Scene): boolean {
  if (hasEffectStack(layer) || isCut(layer) || blendOf(layer.clip) || stepped(layer.opacity) !== 1) return false;
  return parseColor(inner.background).a === 0;
}

// Tolerance in output pixels for a canvas that covers the canvas around it exactly.
const same = 1e-6;

/** Whether a clip shows a composition of the canvas' size exactly over the canvas. */
function isIdentity(layer: ClipLayer, own: Size, canvas: CanvasSize): boolean {
  const { document } = canvas;
  if (own.width !== document.width || own.height !== document.height) return false;
  const { matrix } = placeClip(layer, own, { document, output: document });
  const corners = [
    [0, 0],
    [own.width, 0],
    [0, own.height],
  ] as const;
  return corners.every(([x, y]) => {
    const at = apply(matrix, x, y);
    return Math.abs(at.x - x) < same && Math.abs(at.y - y) < same;
  });
}
