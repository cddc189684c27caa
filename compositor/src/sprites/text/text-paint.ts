import type { TextEngine, TextGlyph, TextLayout, TextStyle } from '@framemill/timeline';
import { glyphCharacter } from '../../fonts/numbered-glyphs.ts';
import { boxFill, cssColor } from '../paint.ts';
import type { VectorContext, VectorLibrary, VectorPath } from '../vector-library.ts';
import { decorationLines, type GlyphRun, imageGlyphs, letterFill, letterSlant } from './letter-look.ts';

/**
 * Part of the glyphs to draw: all, or only shadows, strokes or fills. They are drawn separately where parts of a text
 * must not cover each other.
 */
export type TextPart = 'all' | 'shadow' | 'stroke' | 'fill';

/** Style, layout and colour with which glyphs are drawn. */
export interface TextPaint {
  style: TextStyle;
  layout: TextLayout;
  part: TextPart;
  /** CSS colour for every letter; null: each letter has its own. */
  color: string | null;
}

/** Draws glyphs of laid-out texts, in pixels of the text block. Caches their outlines. */
export interface TextPainter {
  paint(context: VectorContext, runs: readonly GlyphRun[], paint: TextPaint): void;
}

/**
 * Function that returns the family name, in the vector library, of the image font with index `fontIndex`. In that
 * family, the character `glyphCharacter(n)` draws glyph n.
 */
export type ImageFontFamily = (fontIndex: number) => string;

// Distance in pixels far outside any sprite, at which letters that cast a shadow are drawn invisibly.
const offstage = 32_768;

/** Creates a painter with an empty cache. */
export function createTextPainter(
  engine: TextEngine,
  vectors: VectorLibrary,
  imageFamily: ImageFontFamily,
): TextPainter {
  const outlines = new Map<string, VectorPath>();

  function glyphPath({ fontIndex, glyphId }: TextGlyph): VectorPath {
    const key = `${fontIndex} ${glyphId}`;
    let path = outlines.get(key);
    if (!path) {
      path = vectors.createPath(engine.outline(fontIndex, glyphId));
      outlines.set(key, path);
    }
    return path;
  }

  // All glyphs of a style in one path, so that overlapping strokes and translucent fills look right.
  function outlineOf(runs: readonly GlyphRun[], look: number | null): VectorPath {
    const all = vectors.createPath();
    for (const { line, glyphs } of runs) {
      for (const glyph of glyphs) {
        if (glyph.isColor || (look !== null && glyph.look !== look)) continue;
        const { scale } = glyph;
        const c = glyph.isSlanted ? scale * letterSlant : 0;
        const transform = { a: scale, b: 0, c, d: -scale, e: line.x + glyph.x, f: line.baseline + glyph.y };
        all.addPath(glyphPath(glyph), transform);
      }
    }
    return all;
  }

  function drawGlyphs(context: VectorContext, runs: readonly GlyphRun[], paint: TextPaint): void {
    const { style, part } = paint;
    const strokeWidth = style.strokeWidth ?? 0;
    const position = style.strokePosition ?? 'outside';
    const isOutside = strokeWidth > 0 && position === 'outside';
    if (isOutside && part !== 'fill') strokeGlyphs(context, style, outlineOf(runs, null), strokeWidth * 2);
    if (part === 'stroke') return;
    for (const look of looksOf(runs)) {
      context.fillStyle = fillOf(context, look, paint);
      context.fill(outlineOf(runs, look));
      drawDecoration(context, runs, look, paint);
    }
    drawImageGlyphs(context, runs);
    if (strokeWidth <= 0 || isOutside) return;
    const outline = outlineOf(runs, null);
    context.save();
    if (position === 'inside') context.clip(outline);
    strokeGlyphs(context, style, outline, position === 'inside' ? strokeWidth * 2 : strokeWidth);
    context.restore();
  }

  function drawImageGlyphs(context: VectorContext, runs: readonly GlyphRun[]): void {
    for (const { glyph, x, baseline } of runs.flatMap(imageGlyphs)) {
      context.font = `${glyph.fontSize}px "${imageFamily(glyph.fontIndex)}"`;
      context.fillStyle = '#000000';
      context.fillText(glyphCharacter(glyph.glyphId), x, baseline);
    }
  }

  function castShadow(context: VectorContext, runs: readonly GlyphRun[], paint: TextPaint): void {
    const { shadow } = paint.style;
    if (!shadow) return;
    context.save();
    const reach = setShadow(context, shadow);
    // The shadow of one unit may fall on another, but its letters must not cover the other: they are drawn outside the
    // canvas.
    context.translate(-reach.x, -reach.y);
    drawGlyphs(context, runs, { ...paint, part: 'all' });
    context.restore();
  }

  return {
    paint(context, runs, paint) {
      context.lineJoin = 'round';
      if (paint.part === 'all' || paint.part === 'shadow') castShadow(context, runs, paint);
      if (paint.part !== 'shadow') drawGlyphs(context, runs, paint);
    },
  };
}

function looksOf(runs: readonly GlyphRun[]): number[] {
  return [...new Set(runs.flatMap(({ glyphs }) => glyphs.map((glyph) => glyph.look)))].sort((a, b) => a - b);
}

function fillOf(context: VectorContext, look: number, paint: TextPaint) {
  const { layout, color } = paint;
  if (color !== null) return cssColor(color);
  return boxFill(context, letterFill(paint.style, layout, look), layout.width, layout.height);
}

function strokeGlyphs(context: VectorContext, style: TextStyle, outline: VectorPath, width: number): void {
  context.strokeStyle = cssColor(style.strokeColor ?? '#000000');
  context.lineWidth = width;
  context.stroke(outline);
}

function drawDecoration(context: VectorContext, runs: readonly GlyphRun[], look: number, paint: TextPaint): void {
  for (const { x, y, width, height } of decorationLines(runs, look, paint.layout))
    context.fillRect(x, y, width, height);
}

/**
 * Sets the shadow of the context. Returns the offset, in the context's units, at which to draw the letters that cast
 * it.
 */
function setShadow(context: VectorContext, shadow: NonNullable<TextStyle['shadow']>): { x: number; y: number } {
  // Shadows are positioned in output pixels, whatever the transform: its scale and rotation are applied here.
  const { a, b, c, d } = context.getTransform();
  const [x, y] = [shadow.x ?? 0, shadow.y ?? 0];
  const scale = Math.sqrt(Math.abs(a * d - b * c));
  const reach = offstage / Math.max(scale, 1e-3);
  context.shadowOffsetX = a * x + c * y + a * reach;
  context.shadowOffsetY = b * x + d * y + b * reach;
  context.shadowBlur = (shadow.blur ?? 0) * scale;
  context.shadowColor = cssColor(shadow.color ?? '#000000', shadow.opacity ?? 1);
  return { x: reach, y: 0 };
}
