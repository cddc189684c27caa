import type { TextGlyph, TextLine } from '@framemill/timeline';
import { type GlyphRun, letterSlant } from '../../sprites/text/letter-look.ts';
import { escapeText, short } from '../markup-values.ts';
import type { PageFont } from '../page-data.ts';

// Browsers slant synthetic italics by another angle than the renderer: they are slanted here instead.
const slantDegrees = short((Math.atan(letterSlant) * 180) / Math.PI);

/** Letters of one line that fit into one `<text>` element: same font, size and direction. */
interface Piece {
  readonly first: TextGlyph;
  readonly text: string;
  /** Left edge, in pixels from the line's start. */
  readonly x: number;
}

/** Fonts and extra spaces with which letters are written as SVG. */
export interface LetterStyle {
  readonly fonts: readonly PageFont[];
  /** Extra space in pixels after each letter (`letterSpacing`) and after each space (`wordSpacing`). */
  readonly letterSpacing: number;
  readonly wordSpacing: number;
}

/**
 * Returns SVG `<text>` elements for letters of a glyph run, at their layout positions. `look` selects the letters by
 * their style: it is an index into the layout's `looks` (the styles that occur in the text). If `look` is null, all
 * letters except those of colour fonts are returned. `style` has the fonts and the extra spaces of the whole text.
 */
export function svgLetters({ line, glyphs }: GlyphRun, look: number | null, style: LetterStyle): string {
  return piecesOf(line, glyphs)
    .filter(({ first }) => (look === null ? !first.isColor : first.look === look))
    .map((piece) => pieceMarkup(line, piece, style))
    .join('');
}

/** Returns an SVG `<text>` element in the font of a glyph. `anchor` is the point of the text that is placed at `x`. */
export function svgWord(
  text: string,
  { x, baseline, anchor }: { x: number; baseline: number; anchor: 'start' | 'middle' | 'end' },
  glyph: TextGlyph,
  style: LetterStyle,
): string {
  return (
    `<text x="${short(x)}" y="${short(baseline)}" text-anchor="${anchor}" ` +
    `${fontOf(glyph, style)}>${escapeText(text)}</text>`
  );
}

function pieceMarkup(line: TextLine, { first, text, x }: Piece, style: LetterStyle): string {
  const [left, baseline] = [short(line.x + x), short(line.baseline + first.y)];
  // Right-to-left text ends on its left.
  const way = first.rightToLeft ? ' direction="rtl" text-anchor="end"' : '';
  const place = first.isSlanted
    ? `x="0" y="0" transform="translate(${left} ${baseline}) skewX(-${slantDegrees})"`
    : `x="${left}" y="${baseline}"`;
  return `<text ${place}${way} ${fontOf(first, style)}>${escapeText(text)}</text>`;
}

function fontOf({ fontIndex, fontSize }: TextGlyph, { fonts, letterSpacing, wordSpacing }: LetterStyle): string {
  const font = fonts.find(({ index }) => index === fontIndex);
  const spacing =
    (letterSpacing === 0 ? '' : ` letter-spacing="${short(letterSpacing)}"`) +
    (wordSpacing === 0 ? '' : ` word-spacing="${short(wordSpacing)}"`);
  const italic = font?.italic ? ' font-style="italic"' : '';
  const family = escapeText(font?.family ?? 'sans-serif');
  const face = `font-family="${family}" font-weight="${font?.weight ?? 400}"${italic}`;
  return `${face} font-size="${short(fontSize)}"${spacing}`;
}

/** Groups neighbouring glyphs that can share one `<text>` element. */
function piecesOf(line: TextLine, glyphs: readonly TextGlyph[]): Piece[] {
  const groups: TextGlyph[][] = [];
  for (const glyph of glyphs) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last && before && belongTogether(before, glyph)) last.push(glyph);
    else groups.push([glyph]);
  }
  const starts = [...new Set(line.glyphs.map((glyph) => glyph.cluster))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1]]));
  const endOf = (cluster: number) => ends.get(cluster) ?? line.text.length;
  const isInk = ({ cluster }: TextGlyph) => line.text.slice(cluster, endOf(cluster)).trim() !== '';
  return groups.flatMap((group): Piece[] => {
    // Browsers drop spaces at both ends of a text, so that a piece starts and ends with visible letters.
    const inked = group.slice(group.findIndex(isInk), group.findLastIndex(isInk) + 1);
    const [first] = inked;
    if (!first || !group.some(isInk)) return [];
    const clusters = inked.map((glyph) => glyph.cluster);
    const text = line.text.slice(Math.min(...clusters), endOf(Math.max(...clusters)));
    return [{ first, text, x: Math.min(...inked.map((glyph) => glyph.x)) }];
  });
}

function belongTogether(a: TextGlyph, b: TextGlyph): boolean {
  return (
    a.fontIndex === b.fontIndex &&
    a.fontSize === b.fontSize &&
    a.look === b.look &&
    a.rightToLeft === b.rightToLeft &&
    a.isSlanted === b.isSlanted &&
    (a.rightToLeft ? b.cluster <= a.cluster : b.cluster >= a.cluster)
  );
}
