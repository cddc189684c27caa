import { type GlyphClusterKind, isAtRest, type UnitState } from './animations/text-animation.ts';
import { isSpacedApart } from './scripts.ts';
import type { TextLayout, TextLine } from './text-layout.ts';

/**
 * Text unit that is animated separately: a character, word or line, or the whole text. Lengths are in pixels from the
 * top left corner of the text block.
 */
export interface GlyphCluster {
  /** Index among the units of the text, in reading order. */
  index: number;
  /** Index of the line; -1 when the unit is the whole text. */
  lineIndex: number;
  /** Start of the unit in the line's text, in UTF-16 units. `end` is excluded. */
  start: number;
  end: number;
  text: string;
  /**
   * Box of the unit without animation. Its width is the advance of its glyphs without following spaces; its height is
   * that of its line's letters.
   */
  x: number;
  y: number;
  width: number;
  height: number;
  baseline: number;
  /** Indices into the line's glyphs, including those of following spaces. */
  glyphs: readonly number[];
  rightToLeft: boolean;
  /** Index of the unit's first UTF-16 unit in the content of the text. */
  source: number;
}

/**
 * Splits a laid-out text into units, in reading order: characters, words with their punctuation, lines, or the whole
 * text. Characters are graphemes; those that share a glyph are one unit. `wordStarts` are the positions in the content
 * at which words start; they replace the rules of the language.
 */
export function glyphClusters(
  layout: TextLayout,
  kind: GlyphClusterKind,
  wordStarts?: readonly number[],
): GlyphCluster[] {
  if (kind === 'all') return [wholeText(layout)];
  const units = layout.lines.flatMap((line, lineIndex) => {
    const starts = kind === 'line' ? [0] : kind === 'word' ? wordsOf(line, wordStarts) : charactersOf(line);
    return unitsOfLine(line, lineIndex, starts);
  });
  return units.map((unit, index) => ({ ...unit, index }));
}

function wholeText({ width, height, lines }: TextLayout): GlyphCluster {
  const text = lines.map((line) => line.text).join('\n');
  const rightToLeft = lines[0]?.glyphs.some((glyph) => glyph.rightToLeft) ?? false;
  const place = { x: 0, y: 0, width, height, baseline: lines[0]?.baseline ?? 0 };
  return { index: 0, lineIndex: -1, start: 0, end: text.length, text, ...place, glyphs: [], rightToLeft, source: 0 };
}

function unitsOfLine(line: TextLine, lineIndex: number, starts: readonly number[]): GlyphCluster[] {
  const units: GlyphCluster[] = [];
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1] ?? line.text.length;
    const text = line.text.slice(start, end).trimEnd();
    const glyphs = [...line.glyphs.keys()].filter((index) => {
      const cluster = line.glyphs[index]?.cluster ?? -1;
      return cluster >= start && cluster < end;
    });
    const inked = glyphs.flatMap((index) => {
      const glyph = line.glyphs[index];
      return glyph && glyph.cluster < start + text.length ? [glyph] : [];
    });
    if (text === '' || inked.length === 0) continue;
    const left = Math.min(...inked.map((glyph) => glyph.x));
    const right = Math.max(...inked.map((glyph) => glyph.x + glyph.advance));
    units.push({
      index: 0,
      lineIndex,
      start,
      end,
      text,
      x: line.x + left,
      y: line.baseline - line.ascent,
      width: Math.max(0, right - left),
      height: line.ascent + line.descent,
      baseline: line.baseline,
      glyphs,
      rightToLeft: inked[0]?.rightToLeft ?? false,
      source: Math.min(...inked.map((glyph) => glyph.source)),
    });
  }
  return units;
}

/**
 * Returns the indices at which characters start. A space, or a letter without its own glyph, belongs to the character
 * before it.
 */
function charactersOf(line: TextLine): number[] {
  const clusters = new Set(line.glyphs.map((glyph) => glyph.cluster));
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line.text);
  return [...segments].flatMap(({ segment, index }) => {
    const starts = index === 0 || (clusters.has(index) && segment.trim() !== '');
    return starts ? [index] : [];
  });
}

function wordsOf(line: TextLine, wordStarts: readonly number[] | undefined): number[] {
  const found = wordStarts ? givenWords(line, wordStarts) : writtenWords(line.text);
  const clusters = new Set(line.glyphs.map((glyph) => glyph.cluster));
  return [...new Set([0, ...found.filter((start) => clusters.has(start))])].sort((a, b) => a - b);
}

function givenWords(line: TextLine, wordStarts: readonly number[]): number[] {
  return wordStarts.flatMap((source) => {
    const clusters = line.glyphs.filter((glyph) => glyph.source >= source).map((glyph) => glyph.cluster);
    return clusters.length > 0 ? [Math.min(...clusters)] : [];
  });
}

/**
 * Returns the indices at which words start: after spaces and, in scripts without spaces, where a dictionary finds
 * words.
 */
function writtenWords(text: string): number[] {
  const starts: number[] = [];
  let afterSpace = true;
  let afterWord = false;
  for (const { segment, index, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const isSpace = segment.trim() === '';
    const isNext = afterWord && isWordLike === true && !isSpacedApart(segment);
    if (!isSpace && (afterSpace || isNext)) starts.push(index);
    afterWord = !isSpace && (isWordLike === true || (afterWord && !afterSpace));
    afterSpace = isSpace;
  }
  return starts;
}

/**
 * Effect of an animation on a text unit (a character, word or line) at a given time. The animation moves `of`, which is
 * the text unit itself or a larger unit that contains it.
 */
export interface UnitMove {
  /**
   * Text unit that moves. The centre of its box is the origin of scale, rotation and skew, and `inPlace` clips to that
   * box.
   */
  of: GlyphCluster;
  state: UnitState;
}

/** Appearance of a text unit (a character, word or line) at a given time. */
export interface ClusterStyle {
  unit: GlyphCluster;
  /** Animations of the unit, in the order in which they are applied. */
  moves: readonly UnitMove[];
  /** Combined opacity of the animations, 0-1. The following fields are combined values too. */
  opacity: number;
  blur: number;
  fill: number;
  active: number;
  box: number;
  color: string | null;
  /** Text that replaces the unit's own; `null` when the unit shows its own text. */
  text: string | null;
}

/**
 * Returns the appearance of a text unit (a character, word or line) that results from all its animations; `null` when
 * none of them changes the unit at this time.
 */
export function clusterStyle(unit: GlyphCluster, all: readonly UnitMove[]): ClusterStyle | null {
  const moves = all.filter((move) => !isAtRest(move.state));
  if (moves.length === 0) return null;
  const states = moves.map((move) => move.state);
  const most = (pick: (state: UnitState) => number | undefined) => Math.max(...states.map((state) => pick(state) ?? 0));
  return {
    unit,
    moves,
    opacity: states.reduce((product, { opacity = 1 }) => product * Math.min(1, Math.max(0, opacity)), 1),
    blur: most((state) => state.blur),
    fill: Math.min(
      1,
      most((state) => state.fill),
    ),
    active: Math.min(
      1,
      most((state) => state.active),
    ),
    box: Math.min(
      1,
      most((state) => state.box),
    ),
    color: states.find((state) => state.color !== undefined)?.color ?? null,
    text: states.find((state) => state.text !== undefined)?.text ?? null,
  };
}

/** Returns the appearance of a text unit (a character, word or line) without animation. */
export function staticStyle(unit: GlyphCluster): ClusterStyle {
  const still = { opacity: 1, blur: 0, fill: 0, active: 0, box: 0, color: null, text: null };
  return { unit, moves: [], ...still };
}
