import { animateText, type GlyphCluster, type TextLayout, type TextStyle } from '@framemill/timeline';
import type { SpriteBox } from '../../sprites/sprite.ts';
import { activeBox, backgroundBoxes } from '../../sprites/text/background-boxes.ts';
import { allRuns, decorationLines, type GlyphRun, letterFill } from '../../sprites/text/letter-look.ts';
import { bleedOf } from '../../sprites/text/static-sprite.ts';
import type { TextPart } from '../../sprites/text/text-paint.ts';
import { defaultActiveBackground, hasOutline, type UnitSprites } from '../../sprites/text/unit-variant.ts';
import type { DrawnText } from '../../sprites/text-sprite.ts';
import { short } from '../markup-values.ts';
import type { PageFont } from '../page-data.ts';
import { type LetterStyle, svgLetters, svgWord } from './svg-letters.ts';
import { safeColor, svgPaint } from './svg-paint.ts';

/**
 * SVG drawings of a text: the whole text without animation, and its animated parts (lines, words or characters).
 * `textUses` returns the drawings for a moment, with their positions.
 */
export interface SvgText extends DrawnText<SvgSprite> {
  /** Gradients and shadow filters to which the drawings refer, to be placed inside `<defs>`. */
  readonly definitions: string;
}

/** Input from which the drawings of a text are created. */
export interface SvgTextInput {
  readonly style: TextStyle;
  readonly layout: TextLayout;
  readonly fonts: readonly PageFont[];
  /** Prefix of the ids of the definitions. */
  readonly id: string;
}

/** Letters to draw: the text's own, or replacements. */
interface Ink {
  /** Name of the letters, used in ids of the text's definitions. */
  readonly name: string;
  /** Returns the letters without a colour. */
  shapes(): string;
  filled(color: string | null): string;
}

/** Part of the drawing (fill, stroke, shadow or all) and colour in which letters are drawn. */
interface Writing {
  readonly part: TextPart;
  /** CSS colour for every letter; null keeps each letter's own. */
  readonly color: string | null;
}

/** Padding around a text in its shadow filter, in pixels: more than any shadow needs. */
const shadowRoom = 4_000;

/**
 * Draws a text and its units (lines, words, characters) as SVG, with the colours, strokes and shadows of the renderer.
 */
export function svgText({ style, layout, fonts, id }: SvgTextInput): SvgText {
  const letterStyle: LetterStyle = {
    fonts,
    letterSpacing: style.letterSpacing ?? 0,
    wordSpacing: style.wordSpacing ?? 0,
  };
  const fills = layout.looks.map((_, look) =>
    svgPaint(letterFill(style, layout, look), layout.width, layout.height, `${id}-fill${look}`),
  );
  const bleed = bleedOf(style, layout);
  const wholeBox = { width: layout.width, height: layout.height, bleed };

  function inkOf(runs: readonly GlyphRun[]): Ink {
    const first = runs.find((run) => run.glyphs.length > 0);
    const line = first ? layout.lines.indexOf(first.line) : 0;
    return {
      name: `${line}-${first?.glyphs[0]?.cluster ?? 0}`,
      shapes: () => runs.map((run) => svgLetters(run, null, letterStyle)).join(''),
      filled: (color) => filled(runs, color),
    };
  }

  function stroked(ink: Ink, width: number): string {
    const line =
      `fill="none" stroke="${safeColor(style.strokeColor ?? '#000000')}" stroke-width="${short(width)}" ` +
      'stroke-linejoin="round"';
    return `<g ${line}>${ink.shapes()}</g>`;
  }

  function onLetters(ink: Ink): string {
    const width = style.strokeWidth ?? 0;
    return style.strokePosition === 'inside' ? strokedInside(ink, width) : stroked(ink, width);
  }

  // Drawn at twice the width and clipped to the letters' own outline.
  function strokedInside(ink: Ink, width: number): string {
    const clip = `${id}-in${ink.name}`;
    const inside = `<g clip-path="url(#${clip})">${stroked(ink, width * 2)}</g>`;
    return `<clipPath id="${clip}">${ink.shapes()}</clipPath>${inside}`;
  }

  function filled(runs: readonly GlyphRun[], color: string | null): string {
    return layout.looks
      .map((_, look) => {
        const letters = runs.map((run) => svgLetters(run, look, letterStyle)).join('');
        if (letters === '') return '';
        const lines = decorationLines(runs, look, layout).map(rectMarkup).join('');
        return `<g fill="${color === null ? fills[look]?.paint : safeColor(color)}">${letters}${lines}</g>`;
      })
      .join('');
  }

  function letters(ink: Ink, { part, color }: Writing): string {
    const width = style.strokeWidth ?? 0;
    const position = style.strokePosition ?? 'outside';
    const below = hasOutline(style) && part !== 'fill' ? stroked(ink, width * 2) : '';
    if (part === 'stroke') return below;
    const inner = ink.filled(color);
    if (width <= 0 || position === 'outside') return below + inner;
    return inner + onLetters(ink);
  }

  function written(ink: Ink, writing: Writing): string {
    const { part } = writing;
    const shadow =
      style.shadow && (part === 'all' || part === 'shadow')
        ? `<g filter="url(#${id}-shadow)">${letters(ink, { ...writing, part: 'all' })}</g>`
        : '';
    return part === 'shadow' ? shadow : shadow + letters(ink, writing);
  }

  function background(lines?: readonly number[]): string {
    if (!style.background) return '';
    const fill = safeColor(style.background.color ?? '#000000', style.background.opacity ?? 1);
    const boxes = backgroundBoxes(style, layout, lines).map(rectMarkup).join('');
    return `<g fill="${fill}">${boxes}</g>`;
  }

  const units: UnitSprites<SvgSprite> = {
    letters(unit, { part, color, blur, text }) {
      const own = written(text === null ? inkOf(runsOf(layout, unit)) : replaced(unit, text), { part, color });
      const behind = unit.lineIndex < 0 && part === 'all' ? background() : '';
      const moved = `<g transform="translate(${short(-unit.x)} ${short(-unit.y)})">${behind}${own}</g>`;
      const sigma = blur * layout.fontSize;
      const markup = sigma > 0 ? `<g style="filter:blur(${short(sigma)}px)">${moved}</g>` : moved;
      return { key: '', width: unit.width, height: unit.height, bleed, markup };
    },
    box(unit) {
      const fill = safeColor(style.activeBackground ?? defaultActiveBackground);
      const markup = `<g fill="${fill}">${rectMarkup(activeBox(unit, layout))}</g>`;
      return { key: '', width: unit.width, height: unit.height, bleed, markup };
    },
    recoloured(chosenUnits, color) {
      const chosen = chosenUnits.flatMap((unit) => runsOf(layout, unit));
      const glyphs = new Set(chosen.flatMap((run) => run.glyphs));
      const runs = allRuns(layout);
      const all = inkOf(runs);
      const others = runs.map((run) => ({ ...run, glyphs: run.glyphs.filter((glyph) => !glyphs.has(glyph)) }));
      const markup =
        background() +
        written(all, { part: 'shadow', color: null }) +
        (hasOutline(style) ? written(all, { part: 'stroke', color: null }) : '') +
        written(inkOf(others), { part: 'fill', color: null }) +
        written(inkOf(chosen), { part: 'fill', color });
      return { key: '', ...wholeBox, markup };
    },
    background: (lineIndex) => ({
      key: '',
      ...wholeBox,
      markup: background(lineIndex === null ? undefined : [lineIndex]),
    }),
  };

  /**
   * Replaces the text of a unit (a line, a character, or the whole text when `lineIndex` is below 0) by another text.
   */
  function replaced(unit: GlyphCluster, text: string): Ink {
    const lines = unit.lineIndex < 0 ? layout.lines : layout.lines.slice(unit.lineIndex, unit.lineIndex + 1);
    const words = text.split('\n').flatMap((content, index) => {
      const line = lines[index];
      const glyph = line?.glyphs[unit.lineIndex < 0 ? 0 : (unit.glyphs[0] ?? 0)];
      if (!line || !glyph) return [];
      const place = unit.lineIndex < 0 ? { x: line.x, width: line.width } : unit;
      const isCharacter = [...unit.text].length === 1;
      const share = isCharacter ? 0.5 : alignment(style);
      const anchor = share === 0 ? 'start' : share === 1 ? 'end' : 'middle';
      const word = svgWord(
        content,
        { x: place.x + place.width * share, baseline: line.baseline, anchor },
        glyph,
        letterStyle,
      );
      return [{ word, paint: fills[glyph.look]?.paint }];
    });
    return {
      name: `${unit.lineIndex}-${unit.start}-other`,
      shapes: () => words.map(({ word }) => word).join(''),
      filled: (color) =>
        words.map(({ word, paint }) => `<g fill="${color === null ? paint : safeColor(color)}">${word}</g>`).join(''),
    };
  }

  const lines = allRuns(layout).map((run, index) => `<g class="line" data-line="${index}">${filled([run], null)}</g>`);
  const all = inkOf(allRuns(layout));
  const outside = hasOutline(style) ? stroked(all, (style.strokeWidth ?? 0) * 2) : '';
  const onTop = (style.strokeWidth ?? 0) > 0 && !hasOutline(style) ? onLetters(all) : '';
  const shadow = written(all, { part: 'shadow', color: null });
  const resting = `${background()}${shadow}${outside}${lines.join('')}${onTop}`;
  return {
    style,
    layout,
    sprite: { key: '', ...wholeBox, markup: resting },
    animator: animateText(style, layout),
    units,
    definitions: fills.map(({ definition }) => definition).join('') + shadowFilter(style, layout, `${id}-shadow`),
  };
}

function shadowFilter({ shadow }: TextStyle, { width, height }: TextLayout, id: string): string {
  if (!shadow) return '';
  const { x = 0, y = 0, blur = 0, color = '#000000', opacity = 1 } = shadow;
  const area =
    `x="${-shadowRoom}" y="${-shadowRoom}" width="${short(width + 2 * shadowRoom)}" ` +
    `height="${short(height + 2 * shadowRoom)}"`;
  return (
    `<filter id="${id}" filterUnits="userSpaceOnUse" ${area} color-interpolation-filters="sRGB">` +
    `<feGaussianBlur in="SourceAlpha" stdDeviation="${short(blur / 2)}"/>` +
    `<feOffset dx="${short(x)}" dy="${short(y)}" result="cast"/>` +
    `<feFlood flood-color="${safeColor(color, opacity)}"/><feComposite in2="cast" operator="in"/></filter>`
  );
}

function runsOf(layout: TextLayout, unit: GlyphCluster): GlyphRun[] {
  if (unit.lineIndex < 0) return allRuns(layout);
  const line = layout.lines[unit.lineIndex];
  return line ? [{ line, glyphs: unit.glyphs.flatMap((index) => line.glyphs[index] ?? []) }] : [];
}

function rectMarkup(box: { x: number; y: number; width: number; height: number; radius?: number }): string {
  const { x, y, width, height, radius = 0 } = box;
  const round = radius > 0 ? ` rx="${short(radius)}"` : '';
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${round}/>`;
}

function alignment({ align }: TextStyle): number {
  if (align === 'left') return 0;
  return align === 'right' ? 1 : 0.5;
}

/** Drawing as SVG elements, in pixels of its box. */
export interface SvgSprite extends SpriteBox {
  readonly markup: string;
}
