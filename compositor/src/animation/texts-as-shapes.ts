import { isRecord } from '@framemill/timeline/rendering';
import { refused } from './check-lottie.ts';
import { eachObject, isTextDocument, type LottieObject, objectsOf, type TextDocument } from './lottie-json.ts';

/** Size of the em square in which Lottie stores outlines. */
const EM = 100;

/** Outlines of the letters of a file: the font's family, its style and the character as JSON, and the letter. */
type Letters = ReadonlyMap<string, LottieObject>;

/**
 * Returns a file with the outlines of its letters (`embedGlyphs`) whose text layers are shape layers, for players that
 * draw no embedded letters. Throws `invalid_request` for texts with animators, in boxes, on paths or that change. The
 * given file is changed.
 */
export function textsAsShapes(root: LottieObject): LottieObject {
  const fonts = isRecord(root.fonts) ? objectsOf(root.fonts.list) : [];
  const letters = new Map(
    objectsOf(root.chars).map((letter) => [keyOf(letter.fFamily, letter.style, letter.ch), letter]),
  );
  eachObject(root, (layer) => {
    if (layer.ty !== 5 || !isRecord(layer.t)) return;
    const text = plainTextOf(layer.t);
    const font = fonts.find(({ fName }) => fName === text.f);
    Object.assign(layer, { ty: 4, shapes: shapesOf(text, font ?? {}, letters) });
    delete layer.t;
  });
  return root;
}

function keyOf(family: unknown, style: unknown, ch: unknown): string {
  return JSON.stringify([family, style, ch]);
}

function plainTextOf({ d, a, p }: LottieObject): TextDocument {
  const documents = isRecord(d) ? objectsOf(d.k).map(({ s }) => s) : [];
  const [text] = documents;
  const hasPath = isRecord(p) && Object.keys(p).length > 0;
  const isPlain = documents.length === 1 && objectsOf(a).length === 0 && !hasPath;
  if (isPlain && isTextDocument(text) && text.sz === undefined) return text;
  throw refused('has a text that moves, is in a box or on a path, which a browser cannot draw. Render the project');
}

function shapesOf(text: TextDocument, { fFamily, fStyle }: LottieObject, letters: Letters): LottieObject[] {
  const numberOf = (name: string, usual: number) => (typeof text[name] === 'number' ? Number(text[name]) : usual);
  const size = numberOf('s', 0);
  const tracking = (numberOf('tr', 0) * size) / 1_000;
  const lineHeight = numberOf('lh', 1.2 * size);
  const words = text.ca === 1 ? text.t.toUpperCase() : text.t;
  return words.split(/\r/).flatMap((line, index) => {
    const glyphs = [...line].map((ch) => letters.get(keyOf(fFamily, fStyle, ch)) ?? {});
    const advances = glyphs.map(({ w }) => (Number(w ?? 0) * size) / EM + tracking);
    const width = advances.reduce((sum, advance) => sum + advance, 0);
    let x = text.j === 1 ? -width : text.j === 2 ? -width / 2 : 0;
    return glyphs.flatMap(({ data }, at) => {
      const place = { x, y: index * lineHeight - numberOf('ls', 0), scale: size / EM };
      x += advances[at] ?? 0;
      const paths = isRecord(data) ? objectsOf(data.shapes).flatMap(({ it }) => objectsOf(it)) : [];
      return paths.length > 0 ? [letterGroup(paths, text, place)] : [];
    });
  });
}

function letterGroup(
  paths: readonly LottieObject[],
  { fc, sc, sw, of: isStrokeAbove }: TextDocument,
  { x, y, scale }: { x: number; y: number; scale: number },
): LottieObject {
  const fixed = (k: unknown) => ({ a: 0, k });
  const fill = Array.isArray(fc) ? [{ ty: 'fl', c: fixed(fc), o: fixed(100), r: 1 }] : [];
  // The group is scaled, and the stroke with it.
  const isStroked = Array.isArray(sc) && typeof sw === 'number' && sw > 0 && scale > 0;
  const stroke = isStroked
    ? [{ ty: 'st', c: fixed(sc), o: fixed(100), w: fixed(sw / scale), lc: 1, lj: 1, ml: 4 }]
    : [];
  // The first of two styles is on top.
  const styles = isStrokeAbove === false ? [...fill, ...stroke] : [...stroke, ...fill];
  const place = { p: fixed([x, y]), a: fixed([0, 0]), s: fixed([100 * scale, 100 * scale]) };
  return { ty: 'gr', it: [...paths, ...styles, { ty: 'tr', ...place, r: fixed(0), o: fixed(100) }] };
}
