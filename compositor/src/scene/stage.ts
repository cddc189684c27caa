import type { Document, Scene, SceneLayer } from '@framemill/timeline';
import type { Frame } from 'node-av/lib';
import { createCompositor } from '../cpu/planar/compositor.ts';
import type { Drawable, DrawableLayer } from '../cpu/planar/drawable.ts';
import { createLookLayers } from '../cpu/planar/look-layers.ts';
import { createPictureBackend } from '../cpu/rgba/picture-backend.ts';
import { createSpriteStore } from '../cpu/sprites/sprite-store.ts';
import { yuvColour } from '../graph/colour.ts';
import { translation } from '../graph/matrix.ts';
import { type CanvasSize, noRadius, type Placement, type Size } from '../graph/placement.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { HtmlPool } from '../sources/html-pool.ts';
import type { ImagePool } from '../sources/image-pool.ts';
import type { VideoPool } from '../sources/video-pool.ts';
import type { TextSprites } from '../sprites/text-sprite.ts';
import { watermark } from '../sprites/watermark.ts';
import { type ClipPainterParts, createClipPainter } from './clip-painter.ts';
import { createTransitionPainter } from './transition-painter.ts';

export interface StageParts {
  kernels: Kernels;
  document: Document;
  media: MediaFiles;
  videos: VideoPool;
  images: ImagePool;
  html: HtmlPool;
  /** null: the document has no text and no watermark. */
  text: TextSprites | null;
  /** null: the document has no masks of text. */
  outlines: ClipPainterParts['outlines'];
  /** The .cube files of effects and grades, by src. */
  luts: ClipPainterParts['luts'];
  effectOf: ClipPainterParts['effectOf'];
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
  const { kernels, document, videos, html, text, output } = parts;
  const { width, height } = document.settings;
  const canvas: CanvasSize = { document: { width, height }, output };
  const pictures = createPictureBackend(kernels);
  const compositor = createCompositor(kernels, pictures, output);
  const sprites = createSpriteStore(kernels, output);
  const looks = createLookLayers(kernels, pictures, output);
  const clips = createClipPainter({ ...parts, sprites, looks, canvas });
  const transitions = createTransitionPainter(clips, canvas);

  function drawables(layer: SceneLayer): Drawable[] {
    return layer.kind === 'clip' ? clips.itemsOf(layer, 'alone') : transitions.drawables(layer);
  }

  function mark(): DrawableLayer | null {
    if (!parts.watermark || !text) return null;
    const { sprite, x, y } = watermark(text, output.width, output.height);
    const crop = { left: 0, top: 0, right: sprite.width, bottom: sprite.height };
    const placement: Placement = { matrix: translation(x, y), crop, radius: noRadius };
    return sprites.drawable({ slot: 'watermark', sprite, placement, motion: 'rests', largestScale: 1, opacity: 256 });
  }

  return {
    draw(scene) {
      const items = [...scene.layers.flatMap(drawables), mark()].filter((item) => item !== null);
      const frame = compositor.draw(yuvColour(scene.background), items);
      videos.endFrame();
      html.endFrame();
      sprites.endFrame();
      looks.endFrame();
      pictures.endFrame();
      return frame;
    },
    close() {
      compositor.close();
      sprites.close();
      looks.close();
      pictures.close();
    },
  };
}
