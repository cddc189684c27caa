import type { TextEngine, TextLayout, TextStyle } from '@framemill/timeline';
import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { canonicalJson } from '../catalog/index.ts';
import { boxFill, cssColor } from './paint.ts';
import type { Sprite } from './sprite.ts';

const defaultColor = '#ffffff';

/** Turns text styles into drawings. Layouts and glyph outlines are kept: captions repeat them. */
export interface TextSprites {
  sprite(style: TextStyle): Sprite;
}

export function createTextSprites(engine: TextEngine): TextSprites {
  const glyphs = new Map<string, Path2D>();
  const sprites = new Map<string, Sprite>();

  function glyphPath(fontIndex: number, glyphId: number): Path2D {
    const key = `${fontIndex} ${glyphId}`;
    let path = glyphs.get(key);
    if (!path) {
      path = new Path2D(engine.outline(fontIndex, glyphId));
      glyphs.set(key, path);
    }
    return path;
  }

  return {
    sprite(style) {
      const key = `text ${canonicalJson(style)}`;
      const known = sprites.get(key);
      if (known) return known;
      const layout = engine.layout(style);
      const outline = textOutline(layout, glyphPath);
      const sprite: Sprite = {
        key,
        width: layout.width,
        height: layout.height,
        bleed: bleedOf(style),
        draw: (context) => drawText(context, style, layout, outline),
      };
      sprites.set(key, sprite);
      return sprite;
    },
  };
}

// All glyphs as one path in document pixels: overlapping strokes and translucent fills then look right.
function textOutline(layout: TextLayout, glyphPath: (fontIndex: number, glyphId: number) => Path2D): Path2D {
  const all = new Path2D();
  for (const line of layout.lines) {
    for (const glyph of line.glyphs) {
      const scale = layout.fontSize / (layout.unitsPerEm[glyph.fontIndex] ?? 1000);
      const transform = { a: scale, b: 0, c: 0, d: -scale, e: line.x + glyph.x, f: line.baseline + glyph.y };
      all.addPath(glyphPath(glyph.fontIndex, glyph.glyphId), transform);
    }
  }
  return all;
}

function drawText(context: SKRSContext2D, style: TextStyle, layout: TextLayout, outline: Path2D): void {
  drawBackground(context, style, layout);
  context.lineJoin = 'round';
  const { shadow } = style;
  if (shadow) {
    context.save();
    castShadow(context, shadow);
    drawGlyphs(context, style, layout, outline);
    context.restore();
  }
  drawGlyphs(context, style, layout, outline);
}

function drawGlyphs(context: SKRSContext2D, style: TextStyle, layout: TextLayout, outline: Path2D): void {
  const strokeWidth = style.strokeWidth ?? 0;
  const position = style.strokePosition ?? 'outside';
  if (strokeWidth > 0 && position === 'outside') strokeGlyphs(context, style, outline, strokeWidth * 2);
  context.fillStyle = boxFill(context, style.gradient ?? style.color ?? defaultColor, layout.width, layout.height);
  context.fill(outline);
  drawDecoration(context, style, layout);
  if (strokeWidth <= 0 || position === 'outside') return;
  context.save();
  if (position === 'inside') context.clip(outline);
  strokeGlyphs(context, style, outline, position === 'inside' ? strokeWidth * 2 : strokeWidth);
  context.restore();
}

function strokeGlyphs(context: SKRSContext2D, style: TextStyle, outline: Path2D, width: number): void {
  context.strokeStyle = cssColor(style.strokeColor ?? '#000000');
  context.lineWidth = width;
  context.stroke(outline);
}

// Positions as fonts usually have them, a part of the font size below and above the baseline.
function drawDecoration(context: SKRSContext2D, style: TextStyle, layout: TextLayout): void {
  if (!style.textDecoration || style.textDecoration === 'none') return;
  const thickness = layout.fontSize / 14;
  const offset = style.textDecoration === 'underline' ? layout.fontSize * 0.12 : -layout.fontSize * 0.3;
  for (const line of layout.lines) context.fillRect(line.x, line.baseline + offset, line.width, thickness);
}

function drawBackground(context: SKRSContext2D, style: TextStyle, layout: TextLayout): void {
  const { background } = style;
  if (!background) return;
  const { paddingX, paddingY } = backgroundPadding(style);
  context.fillStyle = cssColor(background.color ?? '#000000', background.opacity ?? 1);
  const boxes =
    background.wrap === 'line'
      ? layout.lines.map(
          (line) => [line.x, line.baseline - line.ascent, line.width, line.ascent + line.descent] as const,
        )
      : [[0, 0, layout.width, layout.height] as const];
  context.beginPath();
  for (const [x, y, width, height] of boxes) {
    const [w, h] = [width + 2 * paddingX, height + 2 * paddingY];
    context.roundRect(x - paddingX, y - paddingY, w, h, Math.min(background.radius ?? 0, w / 2, h / 2));
  }
  context.fill();
}

function backgroundPadding(style: TextStyle): { paddingX: number; paddingY: number } {
  return { paddingX: style.background?.paddingX ?? 0, paddingY: style.background?.paddingY ?? 0 };
}

// Shadows are placed in output pixels, whatever the transform: take its scale and turn along.
function castShadow(context: SKRSContext2D, shadow: NonNullable<TextStyle['shadow']>): void {
  const { a, b, c, d } = context.getTransform();
  const [x, y] = [shadow.x ?? 0, shadow.y ?? 0];
  context.shadowOffsetX = a * x + c * y;
  context.shadowOffsetY = b * x + d * y;
  context.shadowBlur = (shadow.blur ?? 0) * Math.sqrt(Math.abs(a * d - b * c));
  context.shadowColor = cssColor(shadow.color ?? '#000000', shadow.opacity ?? 1);
}

function bleedOf(style: TextStyle): number {
  const shadow = style.shadow;
  const cast = shadow ? Math.max(Math.abs(shadow.x ?? 0), Math.abs(shadow.y ?? 0)) + 2 * (shadow.blur ?? 0) : 0;
  const { paddingX, paddingY } = backgroundPadding(style);
  // Italics and accents leave their line's box by less than half the font size.
  const overhang = (style.fontSize ?? 48) * 0.5 + (style.strokeWidth ?? 0) * 2;
  return Math.max(paddingX, paddingY, overhang) + cast + 2;
}
