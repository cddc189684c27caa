import {
  animateText,
  type TextAnimator,
  type TextEngine,
  type TextLayout,
  type TextStyle,
} from '@framemill/timeline/rendering';
import { canonicalJson } from '../catalog/canonical-json.ts';
import type { Sprite, SpriteBox } from './sprite.ts';
import { restingSprite } from './text/resting-sprite.ts';
import { createTextPainter, type PictureFamily } from './text/text-paint.ts';
import { createUnitSprites } from './text/unit-sprites.ts';
import type { UnitSprites } from './text/unit-variant.ts';

/** A text as a drawing, and what it takes to move its parts. */
export interface DrawnText<S extends SpriteBox = Sprite> {
  style: TextStyle;
  layout: TextLayout;
  /** The text as it looks at rest. */
  sprite: S;
  /** Null: the text never moves. */
  animator: TextAnimator | null;
  units: UnitSprites<S>;
}

/** Turns text styles into drawings. Layouts and glyph outlines are kept: captions repeat them. */
export interface TextSprites {
  sprite(style: TextStyle): Sprite;
  text(style: TextStyle): DrawnText;
}

export function createTextSprites(engine: TextEngine, pictureFamily: PictureFamily): TextSprites {
  const painter = createTextPainter(engine, pictureFamily);
  const texts = new Map<string, DrawnText>();

  function text(style: TextStyle): DrawnText {
    const key = `text ${canonicalJson(style)}`;
    const known = texts.get(key);
    if (known) return known;
    const layout = engine.layout(style);
    // Names are shorter than styles, and a frame may ask for hundreds of units.
    const name = `unit ${texts.size}`;
    const drawn: DrawnText = {
      style,
      layout,
      sprite: restingSprite(key, style, layout, painter),
      animator: animateText(style, layout),
      units: createUnitSprites({ name, style, layout, painter, engine }),
    };
    texts.set(key, drawn);
    return drawn;
  }

  return { text, sprite: (style) => text(style).sprite };
}
