import { parseColor } from '../document/parse-color.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import type { CueSpan } from './cue.ts';

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/gi;
/** Tags of SubRip and WebVTT, and WebVTT's timestamps within a cue. Anything else in angle brackets is text ("<3"). */
const TAG = /<(?:(\/?)(b|i|u|s|font|c|v|lang|ruby|rt)\b([^<>]{0,500})|\d{1,4}(?::\d{2}){1,2}[.,]\d{3})>/gi;
/** Position overrides that SubRip files borrow from SubStation Alpha, such as {\an8}. */
const OVERRIDE = /\{\\[a-z][^{}]{0,100}\}/gi;

type Look = Omit<CueSpan, 'start' | 'end'>;

interface OpenTag {
  name: string;
  look: Look;
  /** Index in the text at which the tag's content begins. */
  start: number;
  /** Index of the tag in the source text. */
  place: number;
}

/**
 * Removes tags and decodes entities in a cue's text. Bold, italic, underline, strike-through and colour become spans;
 * all other tags are dropped.
 */
export function readCueText(source: string): { text: string; spans: CueSpan[] } {
  const clean = source.replace(OVERRIDE, '');
  const spans: CueSpan[] = [];
  const open = new Map<string, OpenTag[]>();
  let text = '';
  let done = 0;
  const close = (name: string) => {
    const tag = open.get(name)?.pop();
    if (tag && Object.keys(tag.look).length > 0 && tag.start < text.length) {
      spans.push({ ...tag.look, start: tag.start, end: text.length });
    }
  };
  for (const match of clean.matchAll(TAG)) {
    text += decoded(clean.slice(done, match.index));
    done = match.index + match[0].length;
    const name = match[2]?.toLowerCase();
    if (name && match[1] === '/') close(name);
    else if (name) {
      const tag = { name, look: lookOf(name, match[3] ?? ''), start: text.length, place: match.index };
      const outer = open.get(name);
      if (outer) outer.push(tag);
      else open.set(name, [tag]);
    }
  }
  text += decoded(clean.slice(done));
  // An unclosed tag applies up to the end.
  const unclosed = [...open.values()].flat().sort((a, b) => b.place - a.place);
  for (const { name } of unclosed) close(name);
  return { text, spans: spans.sort((a, b) => a.start - b.start) };
}

/**
 * Formats a cue's text for a subtitle file, with `<b>`, `<i>` and `<u>` around spans. `escaped` escapes the characters
 * of the text.
 */
export function writeCueText(text: string, spans: readonly CueSpan[], escaped: (text: string) => string): string {
  const marks = spans.flatMap((span) => tagsOf(span).map((tag) => ({ tag, start: span.start, end: span.end })));
  const places = new Set([0, text.length, ...marks.flatMap(({ start, end }) => [start, end])]);
  const sorted = [...places].filter((place) => place <= text.length).sort((a, b) => a - b);
  return sorted
    .map((from, index) => {
      const piece = text.slice(from, sorted[index + 1] ?? text.length);
      if (piece === '') return '';
      const tags = [...new Set(marks.filter(({ start, end }) => start <= from && from < end).map(({ tag }) => tag))];
      const opened = tags.map((tag) => `<${tag}>`).join('');
      const closed = tags
        .toReversed()
        .map((tag) => `</${tag}>`)
        .join('');
      return `${opened}${escaped(piece)}${closed}`;
    })
    .join('');
}

function lookOf(name: string, attributes: string): Look {
  if (name === 'b') return { fontWeight: 700 };
  if (name === 'i') return { fontStyle: 'italic' };
  if (name === 'u') return { textDecoration: 'underline' };
  if (name === 's') return { textDecoration: 'line-through' };
  const color = name === 'font' ? /\bcolor\s*=\s*["']?([^"'\s>]+)/i.exec(attributes)?.[1] : undefined;
  return color && isColor(color) ? { color } : {};
}

function isColor(css: string): boolean {
  try {
    parseColor(css);
    return true;
  } catch (error) {
    if (error instanceof FramemillError) return false;
    throw error;
  }
}

function tagsOf(span: CueSpan): string[] {
  const tags: string[] = [];
  if ((span.fontWeight ?? 400) >= 600) tags.push('b');
  if (span.fontStyle === 'italic') tags.push('i');
  if (span.textDecoration === 'underline') tags.push('u');
  return tags;
}

function decoded(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return ENTITIES.get(name) ?? ENTITIES.get(name.toLowerCase()) ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** HTML names of U+00A0 to U+00FF, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr ' +
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Characters by their HTML names, which WebVTT shares: markup, Latin letters, punctuation and direction marks. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, place): [string, string] => [name, String.fromCodePoint(0xa0 + place)]),
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['lrm', '\u200e'],
  ['rlm', '\u200f'],
  ['ndash', '\u2013'],
  ['mdash', '\u2014'],
  ['lsquo', '\u2018'],
  ['rsquo', '\u2019'],
  ['sbquo', '\u201a'],
  ['ldquo', '\u201c'],
  ['rdquo', '\u201d'],
  ['bdquo', '\u201e'],
  ['bull', '\u2022'],
  ['hellip', '\u2026'],
  ['lsaquo', '\u2039'],
  ['rsaquo', '\u203a'],
  ['OElig', '\u0152'],
  ['oelig', '\u0153'],
  ['Scaron', '\u0160'],
  ['scaron', '\u0161'],
  ['euro', '\u20ac'],
  ['trade', '\u2122'],
]);
