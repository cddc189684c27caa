import { type GlyphClusterKind, isAtRest, type UnitState } from './animations/text-animation.ts';
import { isSpacedApart } from './scripts.ts';
import type { TextLayout, TextLine } from './text-layout.ts';

/**
 * Text unit that is animated separately: a character, word or line, or the whole text. Lengths in pixels from the top
 * left corner of the text block.
 */
export interface GlyphCluster {
  /** Index among the units of the text, in reading order. */
  index: number;
  /** Index of the line; -1 when the unit is the whole text. */
  lineIndex: number;
  /** Range in UTF-16 units of the line's text. */
  start: number;
  end: number;
  text: string;
  /**
   * Box of the unit at rest: as wide as the advance of its glyphs without following spaces, and as high as its line's
   * letters.
   */
  x: number;
  y: number;
  width: number;
  height: number;
  baseline: number;
  /** Indices into the line's glyphs, including those of following spaces. */
  glyphs: readonly number[];
  rightToLeft: boolean;
  /** Index of the first UTF-16 unit in the content. */
  source: number;
}

/**
 * Splits a laid out text into units, in reading order: characters, words with their punctuation, lines, or one unit
 * for the whole text. Characters are graphemes; those that share a glyph stay together. `wordStarts` are the positions
 * in the content at which words start, instead of those according to the language's rules.
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
 * Returns the starts of characters. Spaces, and letters without a glyph of their own, belong to the character before
 * them.
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

/** Returns the starts of words: after spaces and, in scripts without spaces, where the dictionary finds them. */
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
 * State of an animation that applies to a text unit (a character, word or line) at a given time. The animation moves
 * the unit `of`: the text unit itself, or a larger unit that contains it.
 */
export interface UnitMove {
  /**
   * Text unit that moves. The middle of its box is the centre of scale, rotation and skew, and `inPlace` clips to that
   * box.
   */
  of: GlyphCluster;
  state: UnitState;
}

/** Style that a text unit (a character, word or line) has at a given time. */
export interface ClusterStyle {
  unit: GlyphCluster;
  /** Animations of the unit, in the order in which they are applied. */
  moves: readonly UnitMove[];
  /** Combined values of the animations. */
  opacity: number;
  blur: number;
  fill: number;
  active: number;
  box: number;
  color: string | null;
  /** Text that replaces the unit's own; `null` for none. */
  text: string | null;
}

/**
 * Returns the style that results from all animations of a text unit (a character, word or line); `null` when none of
 * them changes the unit at this time.
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

/** Returns the style that a text unit (a character, word or line) has while no animation changes it. */
export function staticStyle(unit: GlyphCluster): ClusterStyle {
  const still = { opacity: 1, blur: 0, fill: 0, active: 0, box: 0, color: null, text: null };
  return { unit, moves: [], ...still };
}
