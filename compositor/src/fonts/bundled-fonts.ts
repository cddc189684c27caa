/** Font file that is shipped in a package (SIL Open Font License 1.1). */
export interface BundledFont {
  family: string;
  /** Weight of the font, 100-900. */
  weight: number;
  italic: boolean;
  package: string;
  /** Path of the file, relative to the package. */
  file: string;
  /**
   * Characters for which a fallback font may have glyphs. The font file is not read for other characters. Absent for
   * fonts that are no fallback.
   */
  covers?: RegExp;
  /** Languages for which this font precedes other fallback fonts. */
  langs?: readonly string[];
  /** Whether the font's glyphs are coloured images. */
  isColor?: boolean;
}

interface BundledFamily {
  family: string;
  /** Package name within the scope `@expo-google-fonts`. */
  package: string;
  version: string;
  weights: readonly number[];
  hasItalic?: boolean;
  covers?: RegExp;
  langs?: readonly string[];
  isColor?: boolean;
}

const weightNames: Record<number, string> = {
  100: 'Thin',
  200: 'ExtraLight',
  300: 'Light',
  400: 'Regular',
  500: 'Medium',
  600: 'SemiBold',
  700: 'Bold',
  800: 'ExtraBold',
  900: 'Black',
};

const all = [100, 200, 300, 400, 500, 600, 700, 800, 900];
/** Weights that are bundled for rarely used scripts. Each weight adds a megabyte to the installation. */
const regularAndBold = [400, 700];
// Script_Extensions instead of Script: marks that scripts share, such as the Japanese U+30FC, belong to no single
// script.
const eastAsian =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\u2e80-\u2fdf\u2e3a\u2e3b\u3000-\u303f\u31c0-\u33ff\ufe10-\ufe6f\uff00-\uffef\u{1f200}-\u{1f2ff}]/u;
const emoji = /\p{Emoji}|\p{Extended_Pictographic}|\u20e3|[\u{e0020}-\u{e007f}]/u;
/** Matches symbols, numbers, punctuation, marks and mathematical letters. */
const symbols = /[\p{S}\p{N}\p{P}\p{M}\u1d46\u2100-\u214f\u{1d400}-\u{1d7ff}\u{1ee00}-\u{1eeff}]/u;

/** Returns the Noto Sans family of a script. `script` is the script's Unicode name. */
const notoSans = (script: string, version: string): BundledFamily => ({
  family: `Noto Sans ${script}`,
  package: `noto-sans-${script.toLowerCase()}`,
  version,
  weights: regularAndBold,
  covers: new RegExp(`\\p{scx=${script}}`, 'u'),
});

// The first family replaces unknown ones. Families with `covers` are for scripts that the others lack.
const families: readonly BundledFamily[] = [
  { family: 'Inter', package: 'inter', version: '0.4.2', weights: all, hasItalic: true },
  { family: 'Montserrat', package: 'montserrat', version: '0.4.2', weights: all, hasItalic: true },
  {
    family: 'Playfair Display',
    package: 'playfair-display',
    version: '0.4.2',
    weights: [400, 500, 600, 700, 800, 900],
    hasItalic: true,
  },
  { family: 'Lora', package: 'lora', version: '0.4.2', weights: [400, 500, 600, 700], hasItalic: true },
  { family: 'Anton', package: 'anton', version: '0.4.2', weights: [400] },
  { family: 'Bebas Neue', package: 'bebas-neue', version: '0.4.1', weights: [400] },
  { family: 'Caveat', package: 'caveat', version: '0.4.2', weights: [400, 500, 600, 700] },
  {
    family: 'JetBrains Mono',
    package: 'jetbrains-mono',
    version: '0.4.1',
    weights: [100, 200, 300, 400, 500, 600, 700, 800],
    hasItalic: true,
  },
  {
    family: 'Noto Sans Hebrew',
    package: 'noto-sans-hebrew',
    version: '0.4.1',
    weights: all,
    covers: /[\p{scx=Hebrew}\u20aa]/u,
  },
  {
    family: 'Noto Sans Arabic',
    package: 'noto-sans-arabic',
    version: '0.4.3',
    weights: all,
    covers: /\p{scx=Arabic}/u,
  },
  {
    family: 'Noto Sans Devanagari',
    package: 'noto-sans-devanagari',
    version: '0.4.1',
    weights: all,
    covers: /[\p{scx=Devanagari}\u0953\u0954]/u,
  },
  {
    family: 'Noto Sans Thai',
    package: 'noto-sans-thai',
    version: '0.4.2',
    weights: all,
    covers: /\p{scx=Thai}/u,
  },
  notoSans('Bengali', '0.4.4'),
  notoSans('Gurmukhi', '0.4.1'),
  notoSans('Gujarati', '0.4.2'),
  notoSans('Tamil', '0.4.3'),
  notoSans('Telugu', '0.4.2'),
  notoSans('Kannada', '0.4.3'),
  notoSans('Malayalam', '0.4.2'),
  notoSans('Sinhala', '0.4.2'),
  notoSans('Lao', '0.4.2'),
  notoSans('Khmer', '0.4.3'),
  notoSans('Myanmar', '0.4.2'),
  notoSans('Georgian', '0.4.3'),
  notoSans('Armenian', '0.4.2'),
  notoSans('Ethiopic', '0.4.2'),
  {
    family: 'Noto Serif Tibetan',
    package: 'noto-serif-tibetan',
    version: '0.4.2',
    weights: regularAndBold,
    covers: /[\p{scx=Tibetan}\u0fd5-\u0fd8]/u,
  },
  {
    family: 'Nanum Gothic',
    package: 'nanum-gothic',
    version: '0.4.0',
    weights: [400, 700, 800],
    covers: /[\p{scx=Hangul}\u3200-\u32ff]/u,
  },
  {
    family: 'Noto Sans SC',
    package: 'noto-sans-sc',
    version: '0.4.3',
    weights: all,
    covers: eastAsian,
    langs: ['zh'],
  },
  {
    family: 'Noto Sans JP',
    package: 'noto-sans-jp',
    version: '0.4.3',
    weights: all,
    covers: eastAsian,
    langs: ['ja'],
  },
  {
    family: 'Noto Sans Symbols',
    package: 'noto-sans-symbols',
    version: '0.4.1',
    weights: regularAndBold,
    covers: symbols,
  },
  {
    family: 'Noto Sans Symbols 2',
    package: 'noto-sans-symbols-2',
    version: '0.4.1',
    weights: [400],
    covers: symbols,
  },
  { family: 'Noto Sans Math', package: 'noto-sans-math', version: '0.4.2', weights: [400], covers: symbols },
  // Monochrome emoji, for characters that U+FE0E marks as text.
  { family: 'Noto Emoji', package: 'noto-emoji', version: '0.4.7', weights: regularAndBold, covers: emoji },
  {
    family: 'Noto Color Emoji',
    package: 'noto-color-emoji',
    version: '0.4.6',
    weights: [400],
    covers: emoji,
    isColor: true,
  },
];

/** All fonts in which text can be set. */
export const bundledFonts: readonly BundledFont[] = families.flatMap(filesOf);

/**
 * Names and versions of the bundled fonts as one text. It is part of every segment's content key, so that segments are
 * rendered again when the fonts change.
 */
export const fontSet = families.map((family) => `${family.package}@${family.version}`).join(' ');

/** Returns the root-relative URL under which the service serves a bundled font. */
export function bundledFontUrl({ file }: BundledFont): string {
  return `/vendor/fonts/${file.split('/').at(-1)}`;
}

function filesOf(bundled: BundledFamily): BundledFont[] {
  const { family, weights, hasItalic, covers, langs, isColor } = bundled;
  return weights.flatMap((weight) =>
    (hasItalic ? [false, true] : [false]).map((italic): BundledFont => {
      const name = `${weight}${weightNames[weight]}${italic ? '_Italic' : ''}`;
      const file = `${name}/${family.replaceAll(' ', '')}_${name}.ttf`;
      const own = { family, weight, italic, package: `@expo-google-fonts/${bundled.package}`, file };
      return { ...own, ...(covers && { covers }), ...(langs && { langs }), ...(isColor && { isColor }) };
    }),
  );
}
