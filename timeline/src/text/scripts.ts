/** Scripts that need shaping rules of their own, or that are written right to left, by their ISO 15924 tag. */
const SCRIPTS: readonly { tag: string; rightToLeft: boolean; pattern: RegExp }[] = [
  { tag: 'Latn', rightToLeft: false, pattern: /\p{Script=Latin}/u },
  { tag: 'Cyrl', rightToLeft: false, pattern: /\p{Script=Cyrillic}/u },
  { tag: 'Grek', rightToLeft: false, pattern: /\p{Script=Greek}/u },
  { tag: 'Arab', rightToLeft: true, pattern: /\p{Script=Arabic}/u },
  { tag: 'Hebr', rightToLeft: true, pattern: /\p{Script=Hebrew}/u },
  { tag: 'Syrc', rightToLeft: true, pattern: /\p{Script=Syriac}/u },
  { tag: 'Thaa', rightToLeft: true, pattern: /\p{Script=Thaana}/u },
  { tag: 'Nkoo', rightToLeft: true, pattern: /\p{Script=Nko}/u },
  { tag: 'Hani', rightToLeft: false, pattern: /\p{Script=Han}/u },
  { tag: 'Hira', rightToLeft: false, pattern: /\p{Script=Hiragana}/u },
  { tag: 'Kana', rightToLeft: false, pattern: /\p{Script=Katakana}/u },
  { tag: 'Hang', rightToLeft: false, pattern: /\p{Script=Hangul}/u },
  { tag: 'Deva', rightToLeft: false, pattern: /\p{Script=Devanagari}/u },
  { tag: 'Beng', rightToLeft: false, pattern: /\p{Script=Bengali}/u },
  { tag: 'Taml', rightToLeft: false, pattern: /\p{Script=Tamil}/u },
  { tag: 'Telu', rightToLeft: false, pattern: /\p{Script=Telugu}/u },
  { tag: 'Gujr', rightToLeft: false, pattern: /\p{Script=Gujarati}/u },
  { tag: 'Knda', rightToLeft: false, pattern: /\p{Script=Kannada}/u },
  { tag: 'Mlym', rightToLeft: false, pattern: /\p{Script=Malayalam}/u },
  { tag: 'Guru', rightToLeft: false, pattern: /\p{Script=Gurmukhi}/u },
  { tag: 'Sinh', rightToLeft: false, pattern: /\p{Script=Sinhala}/u },
  { tag: 'Thai', rightToLeft: false, pattern: /\p{Script=Thai}/u },
  { tag: 'Laoo', rightToLeft: false, pattern: /\p{Script=Lao}/u },
  { tag: 'Khmr', rightToLeft: false, pattern: /\p{Script=Khmer}/u },
  { tag: 'Mymr', rightToLeft: false, pattern: /\p{Script=Myanmar}/u },
  { tag: 'Armn', rightToLeft: false, pattern: /\p{Script=Armenian}/u },
  { tag: 'Geor', rightToLeft: false, pattern: /\p{Script=Georgian}/u },
  { tag: 'Ethi', rightToLeft: false, pattern: /\p{Script=Ethiopic}/u },
  { tag: 'Tibt', rightToLeft: false, pattern: /\p{Script=Tibetan}/u },
];

const DIGIT = /^\p{Nd}/u;
const OTHER_LETTER = /\p{L}/u;
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What shaping must know of a grapheme. `tag` null: it takes the script of its neighbours; `direction` null likewise. */
export interface Script {
  tag: string | null;
  direction: 'ltr' | 'rtl' | null;
}

/** The script of a grapheme. Digits are always written left to right. */
export function scriptOf(grapheme: string): Script {
  const script = SCRIPTS.find(({ pattern }) => pattern.test(grapheme));
  if (script) return { tag: script.tag, direction: script.rightToLeft ? 'rtl' : 'ltr' };
  return { tag: null, direction: DIGIT.test(grapheme) || OTHER_LETTER.test(grapheme) ? 'ltr' : null };
}

/** True for scripts that put no spaces between words: lines may break between any two of them. */
export function writtenWithoutSpaces(text: string): boolean {
  return NO_SPACES.test(text);
}
