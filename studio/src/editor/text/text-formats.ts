import { catalogue } from '@framemill/compositor/capabilities';
import { isFontSource, substituteFamily, type TextStyle, textFormat } from '@framemill/timeline';
import { formatted, selectedRange, type TextEdit } from '../model/text-edit.ts';

/** Weights of a file, which has one face. */
const FILE_WEIGHTS = [400];
/** Names of weights, by weight. */
const WEIGHT_NAMES: Record<number, string> = {
  ...{ 100: 'Thin', 200: 'Extra light', 300: 'Light', 400: 'Regular', 500: 'Medium' },
  ...{ 600: 'Semi-bold', 700: 'Bold', 800: 'Extra bold', 900: 'Black' },
};
/** Weight from which letters count as bold. */
const BOLD = 600;

/** Names of all bundled families, in the order of the catalogue. The first one replaces unknown ones. */
export const FAMILIES: readonly string[] = catalogue.fonts.map(({ family }) => family);

/** Returns the weights that exist of a font: of the family that is drawn, if the family is unknown. */
export function weightsOf(fontFamily: string = FAMILIES[0] ?? ''): readonly number[] {
  if (isFontSource(fontFamily)) return FILE_WEIGHTS;
  const drawn = (substituteFamily(FAMILIES, fontFamily) ?? fontFamily).toLowerCase();
  return catalogue.fonts.find(({ family }) => family.toLowerCase() === drawn)?.weights ?? FILE_WEIGHTS;
}

/** Returns the weight that is drawn for another one: the nearest that exists, the lighter of two. */
export function drawnWeight(weights: readonly number[], weight = 400): number {
  const [nearest = 400] = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight));
  return nearest;
}

/** Returns the name of a weight, such as `Semi-bold`. */
export function weightName(weight: number): string {
  return WEIGHT_NAMES[weight] ?? String(weight);
}

/** Whether a text in a style is drawn in bold letters. */
export function isBold({ fontFamily, fontWeight }: Partial<TextStyle>): boolean {
  return drawnWeight(weightsOf(fontFamily), fontWeight) >= BOLD;
}

/**
 * Returns the weight that switches bold letters on or off: the nearest to 700, or to 400, that exists. Null when the
 * font has no such weight.
 */
export function otherWeight(style: Partial<TextStyle>): number | null {
  const wasBold = isBold(style);
  const weights = weightsOf(style.fontFamily).filter((weight) => weight >= BOLD !== wasBold);
  return weights.length === 0 ? null : drawnWeight(weights, wasBold ? 400 : 700);
}

/** Format that is on or off, such as italic letters. */
export interface FormatToggle {
  id: 'bold' | 'italic' | 'underline';
  label: string;
  /** Key of an edited text that switches it. */
  chord: string;
  isOn(style: Partial<TextStyle>): boolean;
  /** Returns the fields that switch it; null when the font has no such letters. */
  other(style: Partial<TextStyle>): Partial<TextStyle> | null;
}

/** Formats that are on or off. */
export const FORMAT_TOGGLES: readonly FormatToggle[] = [
  {
    id: 'bold',
    label: 'Bold',
    chord: 'Ctrl+B',
    isOn: isBold,
    other(style) {
      const fontWeight = otherWeight(style);
      return fontWeight === null ? null : { fontWeight };
    },
  },
  {
    id: 'italic',
    label: 'Italic',
    chord: 'Ctrl+I',
    isOn: ({ fontStyle }) => fontStyle === 'italic',
    other: ({ fontStyle }) => ({ fontStyle: fontStyle === 'italic' ? 'normal' : 'italic' }),
  },
  {
    id: 'underline',
    label: 'Underline',
    chord: 'Ctrl+U',
    isOn: ({ textDecoration }) => textDecoration === 'underline',
    other: ({ textDecoration }) => ({ textDecoration: textDecoration === 'underline' ? 'none' : 'underline' }),
  },
];

/** Changes of an edited text by key: each switches a format of the selection, or of the whole text. */
export const FORMAT_KEYS: Readonly<Record<string, (edit: TextEdit) => TextEdit>> = Object.fromEntries(
  FORMAT_TOGGLES.map(({ chord, other }): [string, (edit: TextEdit) => TextEdit] => [
    chord,
    (edit) => {
      const fields = other(textFormat(edit.style, selectedRange(edit)).values);
      return fields ? formatted(edit, fields) : edit;
    },
  ]),
);

/** Part of a text's look that can be switched off. Off, it keeps its other fields with a strength or width of 0. */
export interface TextPart {
  title: string;
  /** Fields of the part, in order. */
  fields: readonly (keyof TextStyle)[];
  isOn(style: Partial<TextStyle>): boolean;
  /** Returns the fields that switch the part on or off. */
  switched(style: Partial<TextStyle>, isOn: boolean): Partial<TextStyle>;
}

/** Stroke, shadow and background of a text. */
export const TEXT_PARTS: readonly TextPart[] = [
  {
    title: 'Stroke',
    fields: ['strokeColor', 'strokeWidth', 'strokePosition'],
    isOn: ({ strokeWidth = 0 }) => strokeWidth > 0,
    switched: ({ strokeColor = '#000000' }, isOn) => (isOn ? { strokeColor, strokeWidth: 4 } : { strokeWidth: 0 }),
  },
  {
    title: 'Shadow',
    fields: ['shadow'],
    isOn: ({ shadow }) => shadow !== undefined && (shadow.opacity ?? 1) > 0,
    switched: ({ shadow = { x: 4, y: 6, blur: 12, color: '#000000' } }, isOn) => ({
      shadow: { ...shadow, opacity: isOn ? 0.6 : 0 },
    }),
  },
  {
    title: 'Background',
    fields: ['background'],
    isOn: ({ background }) => background !== undefined && (background.opacity ?? 1) > 0,
    switched: ({ background = { color: '#000000', paddingX: 24, paddingY: 12, radius: 8 } }, isOn) => ({
      background: { ...background, opacity: isOn ? 0.6 : 0 },
    }),
  },
];
