/** A font file that ships with a package (SIL Open Font License 1.1). */
export interface BundledFont {
  family: string;
  /** 100-900. */
  weight: number;
  italic: boolean;
  package: string;
  /** Relative to the package. */
  file: string;
  /** For fallback fonts: characters that it may have. The file is not read for any other. */
  covers?: RegExp;
  /** Languages for which it comes before other fallback fonts. */
  langs?: readonly string[];
  /** Its glyphs are coloured pictures. */
  isColor?: boolean;
}

interface BundledFamily {
  family: string;
  /** Of `@expo-google-fonts`, and its version. */
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
const eastAsian =
  /[\p{Script_Extensions=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u2e80-\u2fdf\u3000-\u303f\uff00-\uffef]/u;

// The first family is what an unknown one falls back to. Families with `covers` are for scripts that the others lack.
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
    covers: /[\p{Script=Hebrew}\u20aa]/u,
  },
  {
    family: 'Noto Sans Arabic',
    package: 'noto-sans-arabic',
    version: '0.4.3',
    weights: all,
    covers: /\p{Script_Extensions=Arabic}/u,
  },
  {
    family: 'Noto Sans Devanagari',
    package: 'noto-sans-devanagari',
    version: '0.4.1',
    weights: all,
    covers: /\p{Script_Extensions=Devanagari}/u,
  },
  {
    family: 'Noto Sans Thai',
    package: 'noto-sans-thai',
    version: '0.4.2',
    weights: all,
    covers: /\p{Script=Thai}/u,
  },
  {
    family: 'Nanum Gothic',
    package: 'nanum-gothic',
    version: '0.4.0',
    weights: [400, 700, 800],
    covers: /\p{Script=Hangul}/u,
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
    family: 'Noto Color Emoji',
    package: 'noto-color-emoji',
    version: '0.4.6',
    weights: [400],
    covers: /\p{Emoji}|\u20e3|[\u{e0020}-\u{e007f}]/u,
    isColor: true,
  },
];

/** Every font that text can be set in. */
export const bundledFonts: readonly BundledFont[] = families.flatMap(filesOf);

/** Names the bundled fonts exactly: part of every content key, so that new fonts mean new pictures. */
export const fontSet = families.map((family) => `${family.package}@${family.version}`).join(' ');

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
