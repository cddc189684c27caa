/** A font file that ships with the package `@expo-google-fonts/inter` (OFL 1.1); `file` is relative to that package. */
export interface BundledFont {
  family: string;
  weight: number;
  italic: boolean;
  file: string;
}

const interWeights: [number, string][] = [
  [100, 'Thin'],
  [200, 'ExtraLight'],
  [300, 'Light'],
  [400, 'Regular'],
  [500, 'Medium'],
  [600, 'SemiBold'],
  [700, 'Bold'],
  [800, 'ExtraBold'],
  [900, 'Black'],
];

/** Every font that text can be set in. The first one of a family and weight is what a missing style falls back to. */
export const bundledFonts: readonly BundledFont[] = interWeights.flatMap(([weight, name]) => [
  { family: 'Inter', weight, italic: false, file: `${weight}${name}/Inter_${weight}${name}.ttf` },
  { family: 'Inter', weight, italic: true, file: `${weight}${name}_Italic/Inter_${weight}${name}_Italic.ttf` },
]);

/** Names the bundled fonts exactly: part of every content key, so that new fonts mean new pictures. */
export const fontSet = 'inter@0.4.2';
