import type * as HarfBuzz from 'harfbuzzjs';
import { FramemillError, refuse } from '../errors/framemill-error.ts';
import type { FontFacts } from '../media/media-facts.ts';
import { MOST_GLYPHS_PER_UNIT } from './shaper.ts';

const OUTLINES = [['glyf', 'loca'], ['CFF '], ['CFF2']];
const NO_OUTLINES = 'it has no outlines, and bitmap glyphs are not supported';
const NEEDED = ['head', 'hhea', 'hmtx', 'maxp', 'cmap'];

/** Maximum number of glyphs to draw, and of characters to shape, when a font is tested. */
const MOST_TRIED = 10_000;
/**
 * Maximum total length of the outlines that a font test draws, in characters of path data. 10,000 glyphs of a CJK font
 * have 5 million characters; a font with damaged composite glyphs can have 160 million.
 */
const MOST_OUTLINE_TEXT = 20_000_000;
/** Number of characters that a font test shapes in one call. */
const TRIED_TOGETHER = 250;

/**
 * IDs of the names that contain the family, best first: the family of all weights, then that of the four basic styles.
 */
const FAMILY_NAMES = [16, 1];

/**
 * Reads the metadata of a font file (TTF or OTF bytes), and tests the font: it draws up to 10,000 glyphs and shapes up
 * to 10,000 characters. A font that the text engine cannot use is therefore rejected here instead of in a render. Takes
 * less than a second of processor time for any file. Throws `invalid_request` for a file that is not a usable font with
 * outlines.
 */
export async function inspectFont(data: Uint8Array): Promise<FontFacts> {
  const harfBuzz = await import('harfbuzzjs');
  const face = new harfBuzz.Face(new harfBuzz.Blob(data));
  const table = (tag: string) => tableOf(face, tag);
  const missing = NEEDED.find((tag) => table(tag) === null);
  if (missing) throw unusable(`its table "${missing}" is missing`);
  if (!OUTLINES.some((tags) => tags.every((tag) => table(tag) !== null))) {
    throw unusable(NO_OUTLINES);
  }
  try {
    rehearse(harfBuzz, face, table('maxp')?.getUint16(4) ?? 0);
  } catch (cause) {
    if (cause instanceof FramemillError) throw cause;
    throw unusable('its tables are damaged');
  }
  return { family: familyOf(face), weight: weightOf(table('OS/2')), italic: isItalic(table('OS/2'), table('head')) };
}

function tableOf(face: HarfBuzz.Face, tag: string): DataView | null {
  const data = face.referenceTable(tag);
  return data && data.length > 0 ? new DataView(data.buffer, data.byteOffset, data.byteLength) : null;
}

function rehearse(harfBuzz: typeof HarfBuzz, face: HarfBuzz.Face, glyphCount: number): void {
  // Copied, because the list is in WebAssembly memory, which moves when it grows.
  const characters = Array.from(face.collectUnicodes().slice(0, MOST_TRIED)).filter(isCharacter);
  if (characters.length === 0) throw unusable('it has no characters');
  const font = new harfBuzz.Font(face);
  let outlineText = 0;
  for (let glyph = 0; glyph < Math.min(glyphCount, MOST_TRIED) && outlineText < MOST_OUTLINE_TEXT; glyph++) {
    outlineText += font.glyphToPath(glyph).length;
  }
  if (outlineText === 0) throw unusable(NO_OUTLINES);
  const buffer = new harfBuzz.Buffer();
  for (let start = 0; start < characters.length; start += TRIED_TOGETHER) {
    const text = String.fromCodePoint(...characters.slice(start, start + TRIED_TOGETHER));
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfBuzz.shape(font, buffer);
    if (buffer.getLength() > MOST_GLYPHS_PER_UNIT * text.length) {
      throw unusable(`it produces more than ${MOST_GLYPHS_PER_UNIT} glyphs for one character`);
    }
  }
}

function isCharacter(codePoint: number): boolean {
  return codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
}

/** Returns the family name of a font, in English if available, as one line of at most 100 characters. */
function familyOf(face: HarfBuzz.Face): string {
  const names = face.listNames().filter(({ nameId }) => FAMILY_NAMES.includes(nameId));
  const rank = ({ nameId, language }: HarfBuzz.NameEntry) =>
    FAMILY_NAMES.indexOf(nameId) + (language.startsWith('en') ? 0 : FAMILY_NAMES.length);
  const [best] = names.toSorted((a, b) => rank(a) - rank(b));
  const name = best ? face.getName(best.nameId, best.language).toWellFormed() : '';
  const printable = [...name].filter((character) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character)).slice(0, 100);
  return printable.join('').trim() || 'Unnamed font';
}

function weightOf(os2: DataView | null): number {
  const weight = os2 && os2.byteLength >= 6 ? os2.getUint16(4) : 400;
  return Math.min(900, Math.max(100, weight));
}

function isItalic(os2: DataView | null, head: DataView | null): boolean {
  if (os2 && os2.byteLength >= 64) return (os2.getUint16(62) & 1) !== 0;
  return head !== null && head.byteLength >= 46 && (head.getUint16(44) & 2) !== 0;
}

function unusable(why: string) {
  return refuse(`This font cannot be used: ${why}. Export it again.`);
}
