import type { Document, Scene } from '@framemill/timeline';
import { parseColor } from '@framemill/timeline/rendering';
import type { Backend } from '../graph/backend.ts';
import type { Layer } from '../graph/drawable.ts';
import { translation } from '../graph/matrix.ts';
import { noRadius, type Placement, type Size } from '../graph/placement.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { AnimationPool } from '../sources/animation-pool.ts';
import type { HtmlPool } from '../sources/html-pool.ts';
import type { ImagePool } from '../sources/image-pool.ts';
import { createSpriteStore } from '../sources/sprite-store.ts';
import type { VideoPool } from '../sources/video-pool.ts';
import type { Sprite } from '../sprites/sprite.ts';
import type { TextSprites } from '../sprites/text-sprite.ts';
import type { VectorLibrary } from '../sprites/vector-library.ts';
import type { ClipPainterParts } from './clip-painter.ts';
import { createScenePainter } from './scene-painter.ts';

/** Backend, sources and output size for drawing scenes. */
export interface StageParts {
  backend: Pick<Backend, 'still' | 'draw'>;
  vectors: VectorLibrary;
  document: Document;
  media: MediaFiles;
  videos: Pick<VideoPool, 'frameAt' | 'endFrame'>;
  images: Pick<ImagePool, 'surfaceOf'>;
  animations: Pick<AnimationPool, 'surfaceOf' | 'endFrame'>;
  html: Pick<HtmlPool, 'surfaceOf' | 'endFrame'>;
  /** Sprites of texts; null when the document has no text and no watermark. */
  text: TextSprites | null;
  /** Outlines of texts; null when the document has no text masks. */
  outlines: ClipPainterParts['outlines'];
  /** Parsed .cube files (colour lookup tables) of effects and grades, by `src`. */
  luts: ClipPainterParts['luts'];
  effectOf: ClipPainterParts['effectOf'];
  output: Size;
  watermark: boolean;
}

/** Draws scenes at one output size. A scene consists of the layers of a document that are visible at a given time. */
export interface Stage {
  /** Draws a scene with the backend. The caller gets the frame from the backend. Images must have been prepared. */
  draw(scene: Scene): void;
  close(): void;
}

/**
 * Creates the object that draws scenes at one output size. It stores sprites as textures of the backend until `close`.
 */
export function createStage(parts: StageParts): Stage {
  const { backend, document, videos, animations, html, text, output } = parts;
  const { width, height } = document.settings;
  const sprites = createSpriteStore(backend, parts.vectors, output);
  const scenes = createScenePainter({ ...parts, sprites }, { document: { width, height }, output });

  function mark(): Layer | null {
    if (!parts.watermark || !text) return null;
    const { sprite, x, y } = watermark(text, output.width, output.height);
    const crop = { left: 0, top: 0, right: sprite.width, bottom: sprite.height };
    const placement: Placement = { matrix: translation(x, y), crop, radius: noRadius };
    return sprites.layer({ slot: 'watermark', sprite, placement, motion: 'rests', largestScale: 1, opacity: 1 });
  }

  return {
    draw(scene) {
      const items = [...scenes.drawables(scene), mark()].filter((item) => item !== null);
      backend.draw(parseColor(scene.background), items, output);
      videos.endFrame();
      animations.endFrame();
      html.endFrame();
      scenes.endFrame();
      sprites.endFrame();
    },
    close() {
      scenes.close();
      sprites.close();
    },
  };
}

const word = 'Framemill';
const shareOfShortSide = 0.04;
const marginShare = 0.04;

/** Sprite with its position. */
export interface PlacedSprite {
  sprite: Sprite;
  /** Position of its top left corner, in output pixels. */
  x: number;
  y: number;
}

/**
 * Returns the watermark text at the lower right: white at 60 % opacity, as high as 4 % of the shorter side. All sizes
 * are in output pixels.
 */
function watermark(text: TextSprites, width: number, height: number): PlacedSprite {
  const short = Math.min(width, height);
  const sprite = text.sprite({
    content: word,
    fontFamily: 'Inter',
    fontWeight: 700,
    fontSize: short * shareOfShortSide,
    lineHeight: 1.2,
    color: 'rgba(255, 255, 255, 0.6)',
  });
  const margin = Math.round(short * marginShare);
  return { sprite, x: width - margin - sprite.width, y: height - margin - sprite.height };
}
