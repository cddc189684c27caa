import type { GlyphCluster, TextEngine, TextLayout, TextStyle } from '@framemill/timeline';
import { cssColor } from '../paint.ts';
import type { Sprite } from '../sprite.ts';
import type { VectorContext, VectorLibrary } from '../vector-library.ts';
import { activeBox, drawBackground } from './background-boxes.ts';
import { allRuns, type GlyphRun } from './letter-look.ts';
import { bleedOf } from './static-sprite.ts';
import type { TextPainter } from './text-paint.ts';
import { defaultActiveBackground, hasOutline, type UnitSprites } from './unit-variant.ts';

/** Text, and the objects with which its sprites are created. */
export interface UnitSpriteParts {
  /** Key of the text: texts with equal keys have equal drawings. */
  name: string;
  style: TextStyle;
  layout: TextLayout;
  painter: TextPainter;
  engine: TextEngine;
  vectors: VectorLibrary;
}

/** Creates the sprites of one text. Each sprite is created on first use. */
export function createUnitSprites({ name, style, layout, painter, engine, vectors }: UnitSpriteParts): UnitSprites {
  const sprites = new Map<string, Sprite>();
  const bleed = bleedOf(style, layout);

  function kept(key: string, make: (key: string) => Sprite): Sprite {
    const known = sprites.get(key);
    if (known) return known;
    const made = make(`${name} ${key}`);
    sprites.set(key, made);
    return made;
  }

  function written(unit: GlyphCluster, text: string | null): Written {
    if (text === null) return { runs: runsOf(layout, unit), layout, shift: 0, overhang: 0 };
    return unit.lineIndex < 0 ? rewritten(text) : replaced(unit, text);
  }

  // Lays out the whole text again: its lines may break differently.
  function rewritten(text: string): Written {
    const { spans: _, ...plain } = style;
    const other = engine.layout({ ...plain, content: text });
    const shift = (layout.width - other.width) * alignment(style);
    return { runs: allRuns(other), layout: other, shift, overhang: Math.max(0, other.width - layout.width) };
  }

  // Lays out one line at the position of the unit's own letters.
  function replaced(unit: GlyphCluster, text: string): Written {
    const own = layout.lines[unit.lineIndex]?.glyphs[unit.glyphs[0] ?? 0];
    const look = own?.look ?? 0;
    const { width: _, maxLines: __, spans: ___, overflow: ____, textTransform: _____, ...plain } = style;
    const fontSize = own?.fontSize ?? layout.fontSize;
    const other = engine.layout({ ...plain, ...layout.looks[look], fontSize, content: text });
    const line = other.lines[0];
    if (!line) return { runs: [], layout, shift: 0, overhang: 0 };
    const isCharacter = [...unit.text].length === 1;
    const x = unit.x + (unit.width - line.width) * (isCharacter ? 0.5 : alignment(style));
    const glyphs = line.glyphs.map((glyph) => ({ ...glyph, look }));
    const runs = [{ line: { ...line, x, baseline: unit.baseline }, glyphs }];
    return { runs, layout, shift: 0, overhang: Math.max(0, line.width - unit.width) };
  }

  return {
    letters: (unit, { part, color, blur, text }) =>
      kept(`${unit.lineIndex},${unit.start},${unit.end} ${part} ${color} ${blur} ${text}`, (key) => {
        const writing = written(unit, text);
        const sigma = blur * layout.fontSize;
        const isBlock = unit.lineIndex < 0 && part === 'all';
        return {
          key,
          width: unit.width,
          height: unit.height,
          bleed: bleed + writing.overhang + 3 * sigma,
          draw: (context) => {
            const draw = (target: typeof context) => {
              target.translate(writing.shift - unit.x, -unit.y);
              if (isBlock) drawBackground(target, style, writing.layout);
              painter.paint(target, writing.runs, { style, layout: writing.layout, part, color });
            };
            if (sigma > 0) blurred(context, sigma, vectors, draw);
            else draw(context);
          },
        };
      }),
    box: (unit) =>
      kept(`${unit.lineIndex},${unit.start},${unit.end} box`, (key) => {
        const { x, y, width, height, radius } = activeBox(unit, layout);
        return {
          key,
          width: unit.width,
          height: unit.height,
          bleed: Math.max(-x, -y, width + x - unit.width) + 2,
          draw: (context) => {
            context.fillStyle = cssColor(style.activeBackground ?? defaultActiveBackground);
            context.beginPath();
            context.roundRect(x, y, width, height, radius);
            context.fill();
          },
        };
      }),
    recoloured: (units, color) =>
      kept(`${units.map((unit) => unit.index).join()} ${color}`, (key) => ({
        key,
        width: layout.width,
        height: layout.height,
        bleed,
        draw: (context) => {
          const chosen = units.flatMap((unit) => runsOf(layout, unit));
          const glyphs = new Set(chosen.flatMap((run) => run.glyphs));
          const others = allRuns(layout).map((run) => ({
            ...run,
            glyphs: run.glyphs.filter((one) => !glyphs.has(one)),
          }));
          const paint = { style, layout, color: null };
          drawBackground(context, style, layout);
          painter.paint(context, allRuns(layout), { ...paint, part: 'shadow' });
          if (hasOutline(style)) painter.paint(context, allRuns(layout), { ...paint, part: 'stroke' });
          painter.paint(context, others, { ...paint, part: 'fill' });
          painter.paint(context, chosen, { ...paint, part: 'fill', color });
        },
      })),
    background: (lineIndex) =>
      kept(`background ${lineIndex}`, (key) => ({
        key,
        width: layout.width,
        height: layout.height,
        bleed,
        draw: (context) => drawBackground(context, style, layout, lineIndex === null ? undefined : [lineIndex]),
      })),
  };
}

/** Glyphs to draw, and the layout that has their styles and size. */
interface Written {
  runs: GlyphRun[];
  layout: TextLayout;
  /** Distance by which the glyphs are moved to the right of their position in the layout, in pixels. */
  shift: number;
  /** Width by which the glyphs exceed the unit's box, in pixels. */
  overhang: number;
}

function runsOf(layout: TextLayout, unit: GlyphCluster): GlyphRun[] {
  if (unit.lineIndex < 0) return allRuns(layout);
  const line = layout.lines[unit.lineIndex];
  return line ? [{ line, glyphs: unit.glyphs.flatMap((index) => line.glyphs[index] ?? []) }] : [];
}

function alignment({ align }: TextStyle): number {
  if (align === 'left') return 0;
  return align === 'right' ? 1 : 0.5;
}

/** Calls `draw` and blurs the result with a Gaussian. `sigma` is the standard deviation in the context's units. */
function blurred(
  context: VectorContext,
  sigma: number,
  vectors: VectorLibrary,
  draw: (context: VectorContext) => void,
): void {
  const { width, height } = context.canvas;
  const { a, b, c, d, e, f } = context.getTransform();
  const target = vectors.createContext(width, height);
  target.setTransform(a, b, c, d, e, f);
  draw(target);
  context.save();
  context.resetTransform();
  // Filters are in output pixels, whatever the transform.
  context.filter = `blur(${sigma * Math.sqrt(Math.abs(a * d - b * c))}px)`;
  context.drawImage(target.canvas, 0, 0);
  context.restore();
}
