import type { Clip, ClipLayer, Document, Scene, SceneLayer } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline';
import type { Frame } from 'node-av';
import { kernelOpacity } from '../backend/blend-layer.ts';
import { createCompositor } from '../backend/compositor.ts';
import type { Drawable, DrawableLayer } from '../backend/drawable.ts';
import { layerGeometry } from '../backend/layer.ts';
import type { PictureSource } from '../backend/picture-source.ts';
import { yuvColour } from '../graph/colour.ts';
import { compose, scaling, translation } from '../graph/matrix.ts';
import { largestScale, motionOf } from '../graph/motion.ts';
import { type CanvasSize, type Placement, placeClip, type Size } from '../graph/placement.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import { shapeSprite } from '../sprites/shape-sprite.ts';
import type { Sprite } from '../sprites/sprite.ts';
import { createSpriteStore, type SpriteUse } from '../sprites/sprite-store.ts';
import { alignedVertically, textUses } from '../sprites/text/text-uses.ts';
import type { TextSprites } from '../sprites/text-sprite.ts';
import { watermark } from '../sprites/watermark.ts';
import type { ImagePool } from './image-pool.ts';
import { fileOf, type MediaFiles } from './media-files.ts';
import type { VideoPool } from './video-pool.ts';

export interface StageParts {
  kernels: Kernels;
  document: Document;
  media: MediaFiles;
  videos: VideoPool;
  images: ImagePool;
  /** null: the document has no text and no watermark. */
  text: TextSprites | null;
  output: Size;
  watermark: boolean;
}

/** Draws scenes at one output size. */
export interface Stage {
  /** The scene's picture: see `Compositor.draw` for how long it is valid. Images must have been prepared. */
  draw(scene: Scene): Frame;
  close(): void;
}

export function createStage(parts: StageParts): Stage {
  const { kernels, document, media, videos, images, text, output } = parts;
  const { width, height } = document.settings;
  const canvas: CanvasSize = { document: { width, height }, output };
  const compositor = createCompositor(kernels, output);
  const sprites = createSpriteStore(kernels, output);

  function pictureLayer(layer: ClipLayer, slot: string): DrawableLayer | null {
    const { clip } = layer;
    const { facts } = fileOf(clip, media);
    if (facts.kind === 'audio') throw soundOnly(clip);
    const picture = facts.kind === 'image' ? images.picture(clip) : videos.pictureAt(clip, layer.sourceSec);
    const placement = onStoredPixels(placeClip(layer, picture, canvas), picture, picture.source);
    const geometry = layerGeometry(placement, output);
    if (!geometry) return null;
    const opacity = kernelOpacity(layer.opacity);
    return { kind: 'layer', slot, source: picture.source, geometry, opacity, hasEdges: true };
  }

  function spriteLayer(layer: ClipLayer, slot: string): DrawableLayer | null {
    const { clip } = layer;
    const sprite = clip.shape ? shapeSprite(clip.shape) : null;
    return sprite && sprite.width > 0 && sprite.height > 0 ? sprites.drawable(spriteUse(layer, slot, sprite)) : null;
  }

  function spriteUse(layer: ClipLayer, slot: string, sprite: Sprite): SpriteUse {
    return {
      slot,
      sprite,
      placement: placeClip(layer, sprite, canvas),
      motion: motionOf(layer),
      largestScale: (largestScale(layer.clip) * output.width) / width,
      opacity: kernelOpacity(layer.opacity),
    };
  }

  // A text whose words or letters move on their own is several layers.
  function textLayers(layer: ClipLayer, slot: string): DrawableLayer[] {
    const { textStyle, duration } = layer.clip;
    const drawn = textStyle && text ? text.text(textStyle) : null;
    if (!drawn || drawn.sprite.width <= 0 || drawn.sprite.height <= 0) return [];
    const whole = alignedVertically(spriteUse(layer, slot, drawn.sprite), drawn.style);
    return textUses(drawn, whole, layer.localSec, duration).flatMap((use) => sprites.drawable(use) ?? []);
  }

  function clipLayers(layer: ClipLayer | null, role: string): DrawableLayer[] {
    if (!layer || kernelOpacity(layer.opacity) === 0) return [];
    const slot = `${layer.clip.id} ${role}`;
    if (layer.clip.type === 'text') return textLayers(layer, slot);
    return [layer.clip.type === 'shape' ? spriteLayer(layer, slot) : pictureLayer(layer, slot)].filter(
      (one) => one !== null,
    );
  }

  function drawables(layer: SceneLayer): Drawable[] {
    if (layer.kind === 'clip') return clipLayers(layer, 'alone');
    // Eased progress may overshoot; a mean of two pictures has no meaning beyond them.
    const weight = Math.min(256, Math.max(0, Math.round(layer.progress * 256)));
    const from = weight < 256 ? clipLayers(layer.from, 'from') : [];
    const to = weight > 0 ? clipLayers(layer.to, 'to') : [];
    if (weight === 0) return from;
    if (weight === 256) return to;
    // The letters of a moving text hardly cover each other: each fades on its own.
    if (from.length > 1 || to.length > 1) return [...faded(from, 256 - weight), ...faded(to, weight)];
    const slot = `${layer.from?.clip.id ?? ''} ${layer.to?.clip.id ?? ''} dissolve`;
    const [first, second] = [from[0] ?? null, to[0] ?? null];
    return first || second ? [{ kind: 'mix', slot, from: first, to: second, weight }] : [];
  }

  function mark(): DrawableLayer | null {
    if (!parts.watermark || !text) return null;
    const { sprite, x, y } = watermark(text, output.width, output.height);
    const crop = { left: 0, top: 0, right: sprite.width, bottom: sprite.height };
    const placement: Placement = { matrix: translation(x, y), crop, radius: 0 };
    return sprites.drawable({ slot: 'watermark', sprite, placement, motion: 'rests', largestScale: 1, opacity: 256 });
  }

  return {
    draw(scene) {
      const items = [...scene.layers.flatMap(drawables), mark()].filter((item) => item !== null);
      const frame = compositor.draw(yuvColour(scene.background), items);
      videos.endFrame();
      sprites.endFrame();
      return frame;
    },
    close() {
      compositor.close();
      sprites.close();
    },
  };
}

function faded(layers: readonly DrawableLayer[], weight: number): DrawableLayer[] {
  return layers.map((layer) => ({ ...layer, opacity: Math.round((layer.opacity * weight) / 256) }));
}

// Placements speak of pixels as shown; stored ones may be halved or not square.
function onStoredPixels(placement: Placement, shown: Size, stored: PictureSource): Placement {
  if (shown.width === stored.width && shown.height === stored.height) return placement;
  const [x, y] = [stored.width / shown.width, stored.height / shown.height];
  const { left, top, right, bottom } = placement.crop;
  return {
    matrix: compose(placement.matrix, scaling(1 / x, 1 / y)),
    crop: { left: left * x, top: top * y, right: right * x, bottom: bottom * y },
    radius: placement.radius * Math.sqrt(x * y),
  };
}

function soundOnly(clip: Clip): FramemillError {
  return new FramemillError(
    'invalid_request',
    `Clip ${clip.id} is a ${clip.type} clip, but "${clip.src}" has no picture. Make it an audio clip.`,
    { clipId: clip.id, src: clip.src },
  );
}
