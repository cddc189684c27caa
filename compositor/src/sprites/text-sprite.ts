import {
  animateText,
  missingGlyphsMessage,
  type TextAnimator,
  type TextEngine,
  type TextLayout,
  type TextStyle,
} from '@framemill/timeline/rendering';
import { canonicalJson } from '../plan/canonical-json.ts';
import type { Sprite, SpriteBox } from './sprite.ts';
import { staticSprite } from './text/static-sprite.ts';
import { createTextPainter, type ImageFontFamily } from './text/text-paint.ts';
import { createUnitSprites } from './text/unit-sprites.ts';
import type { UnitSprites } from './text/unit-variant.ts';
import type { VectorLibrary } from './vector-library.ts';

/** Drawing of a text, with everything needed to animate its parts. */
export interface DrawnText<S extends SpriteBox = Sprite> {
  style: TextStyle;
  layout: TextLayout;
  /** Drawing of the text without animation. */
  sprite: S;
  /** Animation of the text; null when the text never moves. */
  animator: TextAnimator | null;
  units: UnitSprites<S>;
}

/**
 * Converts text styles to drawings. Caches the latest layouts and all glyph outlines, because captions repeat texts and
 * letters.
 */
export interface TextSprites {
  sprite(style: TextStyle): Sprite;
  text(style: TextStyle): DrawnText;
  /** Returns a sentence for each drawn text that has characters without a glyph in any font, at most 20. */
  warnings(): string[];
}

const mostWarnings = 20;
/** Maximum number of characters of the text that a warning quotes. */
const namedLetters = 30;

// Number of texts in the cache: more than are ever visible at once, but bounded for a video of thousands of captions.
const keptTexts = 128;

/** Creates sprites with the fonts of `engine`. Emoji are drawn with the fonts of `imageFamily`. */
export function createTextSprites(
  engine: TextEngine,
  vectors: VectorLibrary,
  imageFamily: ImageFontFamily,
): TextSprites {
  const painter = createTextPainter(engine, vectors, imageFamily);
  // Insertion order is the order of use.
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
    // A generated name is shorter than the style, and a frame may need hundreds of units.
    const name = `unit ${serial++}`;
    const drawn: DrawnText = {
      style,
      layout,
      sprite: staticSprite(key, style, layout, painter),
      animator: animateText(style, layout),
      units: createUnitSprites({ name, style, layout, painter, engine, vectors }),
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
