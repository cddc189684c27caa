import {
  animateText,
  missingGlyphsMessage,
  type TextAnimator,
  type TextEngine,
  type TextLayout,
  type TextStyle,
} from '@framemill/timeline/rendering';
import { canonicalJson } from '../catalog/canonical-json.ts';
import type { Sprite, SpriteBox } from './sprite.ts';
import { staticSprite } from './text/static-sprite.ts';
import { createTextPainter, type ImageFontFamily } from './text/text-paint.ts';
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

/** Turns text styles into drawings. The last layouts and all glyph outlines are kept: captions repeat them. */
export interface TextSprites {
  sprite(style: TextStyle): Sprite;
  text(style: TextStyle): DrawnText;
  /** Texts drawn so far with characters that no font has, a sentence each; the first 20 of them. */
  warnings(): string[];
}

const mostWarnings = 20;
/** Letters of a text by which a warning names it. */
const namedLetters = 30;

// More than are ever on show at once: a film of thousands of captions must not keep them all.
const keptTexts = 128;

/** Sprites with the fonts of `engine`; emoji are drawn with `pictureFamily`. */
export function createTextSprites(engine: TextEngine, imageFamily: ImageFontFamily): TextSprites {
  const painter = createTextPainter(engine, imageFamily);
  // Insertion order is order of use.
  const texts = new Map<string, DrawnText>();
  const warnings = new Set<string>();
  let serial = 0;

  function text(style: TextStyle): DrawnText {
    const key = `text ${canonicalJson(style)}`;
    const known = texts.get(key);
    if (known) {
      texts.delete(key);
      texts.set(key, known);
      return known;
    }
    const layout = engine.layout(style);
    if (layout.missing.length > 0 && warnings.size < mostWarnings) {
      const subject = `Text "${[...style.content.replaceAll(/\s+/g, ' ')].slice(0, namedLetters).join('')}"`;
      warnings.add(missingGlyphsMessage(subject, layout.missing));
    }
    // Names are shorter than styles, and a frame may ask for hundreds of units.
    const name = `unit ${serial++}`;
    const drawn: DrawnText = {
      style,
      layout,
      sprite: staticSprite(key, style, layout, painter),
      animator: animateText(style, layout),
      units: createUnitSprites({ name, style, layout, painter, engine }),
    };
    texts.set(key, drawn);
    for (const oldest of texts.keys()) {
      if (texts.size <= keptTexts) break;
      texts.delete(oldest);
    }
    return drawn;
  }

  return { text, sprite: (style) => text(style).sprite, warnings: () => [...warnings] };
}
