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
import { createSpriteStore } from '../sprites/sprite-store.ts';
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
    const sprite = spriteOf(clip, text);
    if (!sprite || sprite.width <= 0 || sprite.height <= 0) return null;
    return sprites.drawable({
      slot,
      sprite,
      placement: placeClip(layer, sprite, canvas),
      motion: motionOf(layer),
      largestScale: (largestScale(clip) * output.width) / width,
      opacity: kernelOpacity(layer.opacity),
    });
  }

  function clipLayer(layer: ClipLayer | null, role: string): DrawableLayer | null {
    if (!layer || kernelOpacity(layer.opacity) === 0) return null;
    const slot = `${layer.clip.id} ${role}`;
    const isSprite = layer.clip.type === 'text' || layer.clip.type === 'shape';
    return isSprite ? spriteLayer(layer, slot) : pictureLayer(layer, slot);
  }

  function drawable(layer: SceneLayer): Drawable | null {
    if (layer.kind === 'clip') return clipLayer(layer, 'alone');
    // Eased progress may overshoot; a mean of two pictures has no meaning beyond them.
    const weight = Math.min(256, Math.max(0, Math.round(layer.progress * 256)));
    const from = weight < 256 ? clipLayer(layer.from, 'from') : null;
    const to = weight > 0 ? clipLayer(layer.to, 'to') : null;
    if (weight === 0) return from;
    if (weight === 256) return to;
    const slot = `${layer.from?.clip.id ?? ''} ${layer.to?.clip.id ?? ''} dissolve`;
    return from || to ? { kind: 'mix', slot, from, to, weight } : null;
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
      const items = [...scene.layers.map(drawable), mark()].filter((item) => item !== null);
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

function spriteOf(clip: Clip, text: TextSprites | null): Sprite | null {
  if (clip.type === 'shape') return clip.shape ? shapeSprite(clip.shape) : null;
  return clip.textStyle && text ? text.sprite(clip.textStyle) : null;
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
