import type { Document, Scene, SceneLayer } from '@framemill/timeline';
import { parseColor } from '@framemill/timeline/rendering';
import type { Backend } from '../backend.ts';
import type { Drawable, Layer } from '../drawable.ts';
import { translation } from '../graph/matrix.ts';
import { type CanvasSize, noRadius, type Placement, type Size } from '../graph/placement.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { HtmlPool } from '../sources/html-pool.ts';
import type { ImagePool } from '../sources/image-pool.ts';
import { createSpriteStore } from '../sources/sprite-store.ts';
import type { VideoPool } from '../sources/video-pool.ts';
import type { TextSprites } from '../sprites/text-sprite.ts';
import { watermark } from '../sprites/watermark.ts';
import { type ClipPainterParts, createClipPainter } from './clip-painter.ts';
import { createTransitionPainter } from './transition-painter.ts';

/** Backend, sources and size with which scenes are drawn. */
export interface StageParts {
  backend: Backend;
  document: Document;
  media: MediaFiles;
  videos: VideoPool;
  images: ImagePool;
  html: HtmlPool;
  /** Sprites of texts; null when the document has no text and no watermark. */
  text: TextSprites | null;
  /** Outlines of texts; null when the document has no text masks. */
  outlines: ClipPainterParts['outlines'];
  /** Parsed .cube files of effects and grades, by src. */
  luts: ClipPainterParts['luts'];
  effectOf: ClipPainterParts['effectOf'];
  output: Size;
  watermark: boolean;
}

/** Draws scenes at one output size. */
export interface Stage {
  /** Draws a scene with the backend; the caller takes the frame from there. Images must have been prepared. */
  draw(scene: Scene): void;
  close(): void;
}

/** Creates a stage of one output size. It keeps sprites as textures of the backend until `close`. */
export function createStage(parts: StageParts): Stage {
  const { backend, document, videos, html, text, output } = parts;
  const { width, height } = document.settings;
  const canvas: CanvasSize = { document: { width, height }, output };
  const sprites = createSpriteStore(backend, output);
  const clips = createClipPainter({ ...parts, sprites, canvas });
  const transitions = createTransitionPainter(clips, canvas);

  function drawables(layer: SceneLayer): Drawable[] {
    return layer.kind === 'clip' ? clips.itemsOf(layer, 'alone') : transitions.drawables(layer);
  }

  function mark(): Layer | null {
    if (!parts.watermark || !text) return null;
    const { sprite, x, y } = watermark(text, output.width, output.height);
    const crop = { left: 0, top: 0, right: sprite.width, bottom: sprite.height };
    const placement: Placement = { matrix: translation(x, y), crop, radius: noRadius };
    return sprites.layer({ slot: 'watermark', sprite, placement, motion: 'rests', largestScale: 1, opacity: 1 });
  }

  return {
    draw(scene) {
      const items = [...scene.layers.flatMap(drawables), mark()].filter((item) => item !== null);
      backend.draw(parseColor(scene.background), items, output);
      videos.endFrame();
      html.endFrame();
      sprites.endFrame();
    },
    close() {
      sprites.close();
    },
  };
}
