/** Scripts with their own shaping rules, by ISO 15924 tag. */
const SCRIPTS: readonly { tag: string; pattern: RegExp }[] = [
  { tag: 'Latn', pattern: /\p{Script=Latin}/u },
  { tag: 'Cyrl', pattern: /\p{Script=Cyrillic}/u },
  { tag: 'Grek', pattern: /\p{Script=Greek}/u },
  { tag: 'Arab', pattern: /\p{Script=Arabic}/u },
  { tag: 'Hebr', pattern: /\p{Script=Hebrew}/u },
  { tag: 'Syrc', pattern: /\p{Script=Syriac}/u },
  { tag: 'Thaa', pattern: /\p{Script=Thaana}/u },
  { tag: 'Nkoo', pattern: /\p{Script=Nko}/u },
  { tag: 'Hani', pattern: /\p{Script=Han}/u },
  { tag: 'Hira', pattern: /\p{Script=Hiragana}/u },
  { tag: 'Kana', pattern: /\p{Script=Katakana}/u },
  { tag: 'Hang', pattern: /\p{Script=Hangul}/u },
  { tag: 'Deva', pattern: /\p{Script=Devanagari}/u },
  { tag: 'Beng', pattern: /\p{Script=Bengali}/u },
  { tag: 'Taml', pattern: /\p{Script=Tamil}/u },
  { tag: 'Telu', pattern: /\p{Script=Telugu}/u },
  { tag: 'Gujr', pattern: /\p{Script=Gujarati}/u },
  { tag: 'Knda', pattern: /\p{Script=Kannada}/u },
  { tag: 'Mlym', pattern: /\p{Script=Malayalam}/u },
  { tag: 'Guru', pattern: /\p{Script=Gurmukhi}/u },
  { tag: 'Sinh', pattern: /\p{Script=Sinhala}/u },
  { tag: 'Thai', pattern: /\p{Script=Thai}/u },
  { tag: 'Laoo', pattern: /\p{Script=Lao}/u },
  { tag: 'Khmr', pattern: /\p{Script=Khmer}/u },
  { tag: 'Mymr', pattern: /\p{Script=Myanmar}/u },
  { tag: 'Armn', pattern: /\p{Script=Armenian}/u },
  { tag: 'Geor', pattern: /\p{Script=Georgian}/u },
  { tag: 'Ethi', pattern: /\p{Script=Ethiopic}/u },
  { tag: 'Tibt', pattern: /\p{Script=Tibetan}/u },
];

const DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const CURSIVE = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}]/u;

/** Returns the ISO 15924 tag of a grapheme's script; `null` when the grapheme has the script of its neighbours. */
export function scriptOf(grapheme: string): string | null {
  // Fast path: testing all scripts would take a third of the layout time.
  if (/^[ -~]$/.test(grapheme)) return /[A-Za-z]/.test(grapheme) ? 'Latn' : null;
  return SCRIPTS.find(({ pattern }) => pattern.test(grapheme))?.tag ?? null;
}

/** Whether the text has Thai, Lao, Khmer or Burmese letters. Finding words in these scripts needs a dictionary. */
export function needsDictionary(text: string): boolean {
  return DICTIONARY.test(text);
}

/** Whether the text's script separates words by spaces. */
export function isSpacedApart(text: string): boolean {
  return !DICTIONARY.test(text) && !NO_SPACES.test(text);
}

/** Whether the text is in a cursive script. Its letters join, so letter spacing must not separate them. */
export function isCursive(text: string): boolean {
  return CURSIVE.test(text);
}
