import type { BlendMode, Clip, ClipLayer, TextStyle } from '@framemill/timeline';
import { FramemillError, textMoment } from '@framemill/timeline/rendering';
import { boundsOf, evenRect } from '../graph/box.ts';
import { type Adjustment, belowInput, type Drawable, type Layer } from '../graph/drawable.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { layerGeometry } from '../graph/layer-geometry.ts';
import { compose, determinant, scaling } from '../graph/matrix.ts';
import { largestScale, motionOn, stepped } from '../graph/motion.ts';
import {
  type CanvasSize,
  fitBox,
  fitOf,
  frameClip,
  outputScale,
  type Placement,
  placeClip,
  type Size,
} from '../graph/placement.ts';
import { seedOf } from '../graph/seeded.ts';
import { maskInput, maskTextStyle } from '../masks/free-masks.ts';
import { maskTree } from '../masks/mask-tree.ts';
import { fileOf, type MediaFiles } from '../media/media-files.ts';
import type { AnimationPool } from '../sources/animation-pool.ts';
import type { HtmlPool } from '../sources/html-pool.ts';
import type { ImagePool } from '../sources/image-pool.ts';
import type { SpriteStore } from '../sources/sprite-store.ts';
import type { VideoPool } from '../sources/video-pool.ts';
import { shapeSprite } from '../sprites/shape-sprite.ts';
import type { SpriteUse } from '../sprites/sprite.ts';
import { movingHaloOf } from '../sprites/text/static-sprite.ts';
import { textUses } from '../sprites/text/text-uses.ts';
import type { TextOutlineData } from '../sprites/text-outline.ts';
import type { TextSprites } from '../sprites/text-sprite.ts';
import type { VectorLibrary } from '../sprites/vector-library.ts';
import { type EffectLookup, effectGraph, hasEffectStack } from './effect-graph.ts';
import { effectStackUse, placeStack } from './effect-stack-use.ts';
import { alignedVertically, boxMatte } from './layer-box.ts';
import { type ClipSurface, type Painting, paintedMask, type StackPainting } from './painted-mask.ts';

/** Sources, drawings and effects from which clips are converted to layers. */
export interface ClipPainterParts {
  media: MediaFiles;
  videos: Pick<VideoPool, 'frameAt'>;
  images: Pick<ImagePool, 'surfaceOf'>;
  animations: Pick<AnimationPool, 'surfaceOf'>;
  html: Pick<HtmlPool, 'surfaceOf'>;
  vectors: VectorLibrary;
  /** Sprites of texts; null when the document has no text. */
  text: TextSprites | null;
  /** Outlines of texts; null when the document has no text masks. */
  outlines: ((style: TextStyle) => TextOutlineData) | null;
  sprites: SpriteStore;
  /** Parsed .cube files (colour lookup tables) of effects and grades, by `src`. */
  luts: Moment['luts'];
  effectOf: EffectLookup;
  compositions: CompositionPainter;
  canvas: CanvasSize;
}

/** Draws the compositions that clips show. */
export interface CompositionPainter {
  /** Returns the image of the composition that a clip shows; null when nothing of it is visible. */
  surfaceOf(layer: ClipLayer): ClipSurface | null;
  /**
   * Returns everything to draw for a collapsed composition, bottom first. Null when the clip shows its composition as one
   * image.
   */
  collapsed(layer: ClipLayer): Drawable[] | null;
}

/** Converts clips, evaluated at a given time, to the layers to draw. */
export interface ClipPainter {
  /**
   * Returns the clip's layers on the output, bottom first; none when nothing of the clip is visible. `role`
   * distinguishes several uses of the same clip in a frame.
   */
  layersOf(layer: ClipLayer, role: string): Layer[];
  /** Returns everything to draw for a clip of any type, including adjustment layers, bottom first. */
  itemsOf(layer: ClipLayer, role: string): Drawable[];
}

/** Creates the converter of clips to layers, for one output size. */
export function createClipPainter(parts: ClipPainterParts): ClipPainter {
  const { media, videos, images, animations, html, vectors, text, outlines, sprites, luts } = parts;
  const { effectOf, compositions, canvas } = parts;
  const { output } = canvas;
  const toOutputScale = outputScale(canvas);

  function textSurface({ clip, localSec }: ClipLayer): ClipSurface | null {
    const drawn = clip.textStyle && text ? text.text(clip.textStyle) : null;
    if (!drawn || drawn.sprite.width <= 0 || drawn.sprite.height <= 0) return null;
    const { sprite } = drawn;
    const parts = (whole: SpriteUse) => textUses(drawn, whole, textMoment(clip, localSec));
    const image = { kind: 'sprite', sprite, width: sprite.width, height: sprite.height, parts } as const;
    return drawn.animator ? { ...image, halo: movingHaloOf(drawn.style, drawn.layout) } : image;
  }

  function surfaceOf(layer: ClipLayer): ClipSurface | null {
    const { clip } = layer;
    if (clip.type === 'text') return textSurface(layer);
    if (clip.type === 'shape') {
      const sprite = clip.shape ? shapeSprite(clip.shape, vectors) : null;
      if (!sprite || sprite.width <= 0 || sprite.height <= 0) return null;
      return { kind: 'sprite', sprite, width: sprite.width, height: sprite.height };
    }
    if (clip.type === 'composition') return compositions.surfaceOf(layer);
    if (clip.type === 'html') return { kind: 'stored', ...html.surfaceOf(clip, layer.sourceSec) };
    const { facts } = fileOf(clip, media);
    if (facts.kind === 'audio') throw audioOnly(clip);
    if (facts.kind === 'animation') return { kind: 'stored', ...animations.surfaceOf(clip, layer.sourceSec) };
    const image = facts.kind === 'image' ? images.surfaceOf(clip) : videos.frameAt(clip, layer.sourceSec);
    return { kind: 'stored', ...image };
  }

  function spriteLayers(image: ClipSurface & { kind: 'sprite' }, whole: SpriteUse): Layer[] {
    const { left, top, right, bottom } = whole.placement.crop;
    if (right <= left || bottom <= top) return [];
    const uses = image.parts ? image.parts(whole) : [whole];
    return uses.flatMap((use) => sprites.layer(use) ?? []);
  }

  function paint(image: ClipSurface, { slot, placement, onto }: Painting): Layer[] {
    if (image.kind === 'sprite') {
      const scale = Math.sqrt(Math.abs(determinant(placement.matrix)));
      const still = { motion: 'rests', largestScale: scale, opacity: 1 } as const;
      return spriteLayers(image, { slot, sprite: image.sprite, placement, onto, ...still });
    }
    const geometry = layerGeometry(onStoredPixels(placement, image, image.source), onto);
    return geometry ? [{ kind: 'layer', slot, source: image.source, geometry, opacity: 1, hasEdges: true }] : [];
  }

  function plainLayers(layer: ClipLayer, image: ClipSurface, slot: string): Layer[] {
    const placement = placeClip(layer, image, canvas);
    const opacity = stepped(layer.opacity);
    if (image.kind === 'stored') {
      return paint(image, { slot, placement, onto: output }).map((painted) => ({ ...painted, opacity }));
    }
    const motion = motionOn(canvas, layer);
    const { a, d } = fitBox(fitOf(layer.clip), image, canvas.document).fromImage;
    const scale = largestScale(layer.clip) * Math.max(a, d) * toOutputScale;
    const whole = { slot, sprite: image.sprite, placement, motion, largestScale: scale, opacity };
    const layers = spriteLayers(image, whole);
    const seenThrough = layers.length > 1 && opacity < 1;
    return (seenThrough ? looked(layer, image, slot, true) : null) ?? layers;
  }

  function textOutline(content: string, fontFamily: string | undefined): TextOutlineData {
    if (!outlines)
      throw new FramemillError(
        'internal_error',
        'A text mask cannot be drawn: the renderer was created for a document without any. Create a new renderer.',
      );
    return outlines(maskTextStyle(content, fontFamily));
  }

  function maskSurface({ clip }: ClipLayer): ClipSurface {
    return { kind: 'stored', ...images.surfaceOf(maskClip(clip)) };
  }

  /** Returns the layers of a clip with effects; null when nothing changes its image before the image is placed. */
  function looked(layer: ClipLayer, image: ClipSurface, slot: string, asOne: boolean): Layer[] | null {
    const use = effectStackUse({
      layer,
      picture: image,
      slot,
      canvas,
      asOne,
      luts,
      effectOf,
      paint,
      maskSurface,
      textOutline,
    });
    if (use === null) return null;
    const drawn = placeStack(use, output);
    return drawn ? [drawn] : [];
  }

  function layersOf(layer: ClipLayer, role: string): Layer[] {
    if (stepped(layer.opacity) === 0) return [];
    const image = surfaceOf(layer);
    if (!image) return [];
    const slot = `${layer.clip.id} ${role}`;
    const { textStyle } = layer.clip;
    const placed = textStyle ? alignedVertically(layer, textStyle, image.height) : layer;
    const drawn =
      (hasEffectStack(placed) ? looked(placed, image, slot, false) : null) ?? plainLayers(placed, image, slot);
    const blend = blendOf(layer.clip);
    return blend ? drawn.map((one) => ({ ...one, blend })) : drawn;
  }

  function itemsOf(layer: ClipLayer, role: string): Drawable[] {
    const collapsed = layer.clip.collapse ? compositions.collapsed(layer) : null;
    if (collapsed) return collapsed;
    if (layer.clip.type !== 'adjustment') return layersOf(layer, role);
    if (stepped(layer.opacity) === 0) return [];
    const slot = `${layer.clip.id} ${role}`;
    const item = adjustmentOf({ layer, slot, luts, effectOf, paint, maskSurface, textOutline }, canvas);
    return item ? [item] : [];
  }

  return { layersOf, itemsOf };
}

/** Returns a clip that shows the image of another clip's image mask, for requests to the image pool. */
export function maskClip(clip: Clip): Clip {
  return { ...clip, type: 'image', src: clip.mask?.src ?? '', fit: 'fill' };
}

/** Returns a clip's blend mode; undefined for normal. */
export function blendOf(clip: Clip): Exclude<BlendMode, 'normal'> | undefined {
  return clip.blendMode === 'normal' ? undefined : clip.blendMode;
}

// Placements are in pixels as shown; stored images may be halved or have non-square pixels.
function onStoredPixels(placement: Placement, shown: Size, stored: Size): Placement {
  if (shown.width === stored.width && shown.height === stored.height) return placement;
  const [x, y] = [stored.width / shown.width, stored.height / shown.height];
  const { left, top, right, bottom } = placement.crop;
  return {
    matrix: compose(placement.matrix, scaling(1 / x, 1 / y)),
    crop: { left: left * x, top: top * y, right: right * x, bottom: bottom * y },
    radius: { x: placement.radius.x * x, y: placement.radius.y * y },
  };
}

function audioOnly(clip: Clip): FramemillError {
  return new FramemillError(
    'invalid_request',
    `Clip ${clip.id} is ${/^[aeiou]|^html/.test(clip.type) ? 'an' : 'a'} ${clip.type} clip, but "${clip.src}" is ` +
      'an audio file. Change it to an audio clip.',
    { clipId: clip.id, src: clip.src },
  );
}

/**
 * Creates the drawing of an adjustment layer. Everything below the layer is graded and changed by its effects as one
 * image, then mixed in by the layer's opacity inside its box (the canvas at scale 1) and its mask. Null when the layer
 * changes nothing or its box is outside the output.
 */
function adjustmentOf(painting: StackPainting, canvas: CanvasSize): Adjustment | null {
  const { layer, slot, textOutline } = painting;
  const { document, output } = canvas;
  const scale = outputScale(canvas);
  const looked = effectGraph(layer, belowInput, momentOf(painting, output, scale), painting.effectOf);
  const blend = layer.clip.blendMode ?? 'normal';
  if (looked === belowInput && blend === 'normal') return null;
  const { box, toOutput } = frameClip(layer, document, canvas, 'fill');
  const whole = { left: 0, top: 0, right: box.width, bottom: box.height };
  const area = evenRect(boundsOf(toOutput, whole), output.width, output.height);
  if (!area) return null;
  const masked = maskTree(layer, looked, { box, fromBox: toOutput, scale: scale * layer.scaleX, textOutline });
  const over = boxMatte(layer, masked, box, toOutput);
  const graph: GraphNode = { kind: 'composite', over, under: belowInput, blend, opacity: layer.opacity };
  const inputs = new Map<string, readonly Layer[]>();
  if (masked !== looked && layer.clip.mask?.shape === 'image') {
    inputs.set(maskInput, paintedMask(painting, box, toOutput, output).layers);
  }
  return { kind: 'adjustment', slot, graph, rect: { x: 0, y: 0, ...output }, area, inputs };
}

function momentOf({ layer, luts }: StackPainting, output: CanvasSize['output'], scale: number): Moment {
  const { clip, effectFrame, effectSec } = layer;
  const seed = seedOf(clip.effectsOf ?? clip.id);
  return { ...output, scale, seed, frame: effectFrame, timeSec: effectSec, edge: 'clamp', luts };
}
