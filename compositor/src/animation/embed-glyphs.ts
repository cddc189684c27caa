import { isRecord, type TextEngine } from '@framemill/timeline/rendering';
import { pathSegments, transformPath } from '../graph/path-data.ts';
import { bundledFamily } from './check-lottie.ts';
import { eachObject, isTextDocument, type LottieObject, objectsOf } from './lottie-json.ts';

/** Whether a Lottie file has text, which `embedGlyphs` needs a text engine for. */
export function hasText(root: LottieObject): boolean {
  let found = false;
  eachObject(root, (object) => {
    found ||= isTextDocument(object);
  });
  return found;
}

/**
 * Returns the file with an outline for each letter of its texts, from the bundled fonts, where it has none of its own.
 * The fonts of the machine are thus never used, and all machines draw the same pixels. Letters are not kerned or
 * joined. Characters beyond U+FFFF, which Lottie cannot draw, are left out. The given file is not changed.
 */
export function embedGlyphs(root: LottieObject, engine: TextEngine): LottieObject {
  const drawn = structuredClone(root);
  const letters = lettersByFont(drawn);
  const listed = isRecord(drawn.fonts) ? objectsOf(drawn.fonts.list) : [];
  const unlisted = [...letters.keys()].filter((name) => !listed.some(({ fName }) => fName === name));
  const fonts = [...listed, ...unlisted.map((fName) => ({ fName, fFamily: fName, fStyle: 'Regular', ascent: 75 }))];
  const chars = objectsOf(drawn.chars);
  const known = new Set(chars.map(({ ch, fFamily, style }) => JSON.stringify([fFamily, style, ch])));
  for (const font of fonts) {
    const { fName, fFamily, fStyle } = font;
    for (const ch of letters.get(String(fName)) ?? []) {
      const key = JSON.stringify([fFamily, fStyle, ch]);
      if (known.has(key)) continue;
      known.add(key);
      chars.push({ ch, fFamily, style: fStyle, size: EM, ...glyphOf(engine, font, ch) });
    }
  }
  // A path would make the player read a font from outside.
  const list = fonts.map((font) => ({ ...font, fPath: '', origin: 0 }));
  return { ...drawn, fonts: { list }, chars };
}

/** Collects the characters of each font, by its name. Removes those that cannot be drawn from the texts. */
function lettersByFont(root: LottieObject): Map<string, Set<string>> {
  const letters = new Map<string, Set<string>>();
  eachObject(root, (object) => {
    if (!isTextDocument(object)) return;
    object.t = object.t.replace(/[\u{10000}-\u{10ffff}]/gu, '');
    const own = letters.get(object.f) ?? new Set();
    letters.set(object.f, own);
    // The style may ask for capitals.
    for (const ch of object.t + object.t.toUpperCase()) if (ch >= ' ' && ch <= '\uffff') own.add(ch);
  });
  return letters;
}

/** Size of the em square in which Lottie stores outlines. */
const EM = 100;

function glyphOf(engine: TextEngine, font: LottieObject, ch: string): { w: number; data: LottieObject } {
  const family = bundledFamily(font.fFamily);
  const { lines } = engine.layout({
    content: ch,
    fontSize: EM,
    fontWeight: weightOf(font),
    fontStyle: /italic|oblique/i.test(String(font.fStyle)) ? 'italic' : 'normal',
    ...(family === undefined ? {} : { fontFamily: family }),
  });
  const glyphs = lines[0]?.glyphs ?? [];
  const d = glyphs.map(({ fontIndex, glyphId, scale, x, y }) =>
    transformPath(engine.outline(fontIndex, glyphId), { a: scale, b: 0, c: 0, d: -scale, tx: x, ty: y }),
  );
  const paths = lottiePaths(d.join(''));
  const shapes = [{ ty: 'gr', it: paths.map((k) => ({ ty: 'sh', ks: { a: 0, k } })) }];
  const w = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  return { w, data: paths.length > 0 ? { shapes } : {} };
}

const WEIGHTS: readonly (readonly [name: RegExp, weight: number])[] = [
  [/thin|hairline/i, 100],
  [/(extra|ultra)[ -]?light/i, 200],
  [/light/i, 300],
  [/medium/i, 500],
  [/(semi|demi)[ -]?bold/i, 600],
  [/(extra|ultra)[ -]?bold/i, 800],
  [/bold/i, 700],
  [/black|heavy/i, 900],
];

function weightOf({ fStyle, fWeight }: LottieObject): number {
  const named = WEIGHTS.find(([name]) => name.test(String(fStyle)))?.[1];
  const weight = named ?? Number(fWeight);
  return weight >= 100 && weight <= 900 ? weight : 400;
}

/** Path of a Lottie file: corners `v`, and the handles of the curves into (`i`) and out of (`o`) each corner. */
interface LottiePath {
  v: [number, number][];
  i: [number, number][];
  o: [number, number][];
  c: boolean;
}

/** Converts SVG path data to paths of a Lottie file. Handles are relative to their corners. */
export function lottiePaths(d: string): LottiePath[] {
  const paths: LottiePath[] = [];
  let path: LottiePath | undefined;
  for (const { command, numbers } of pathSegments(d)) {
    const [x = 0, y = 0] = numbers.slice(-2);
    if (command === 'M') {
      path = { v: [[x, y]], i: [[0, 0]], o: [[0, 0]], c: false };
      paths.push(path);
    } else if (path && command === 'Z') {
      close(path);
      path = undefined;
    } else if (path) {
      const [px = 0, py = 0] = path.v.at(-1) ?? [];
      const [x1 = px, y1 = py, x2 = x, y2 = y] = command === 'C' ? numbers : [];
      path.o[path.o.length - 1] = [x1 - px, y1 - py];
      path.v.push([x, y]);
      path.i.push([x2 - x, y2 - y]);
      path.o.push([0, 0]);
    }
  }
  return paths;
}

/** Closes a path. A last corner on the first one becomes part of it. */
function close(path: LottiePath): void {
  path.c = true;
  const [first, last] = [path.v[0], path.v.at(-1)];
  if (path.v.length < 2 || first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) return;
  path.v.pop();
  path.o.pop();
  const handle = path.i.pop();
  if (handle) path.i[0] = handle;
}
