import type { Clip } from '../document/clip.ts';
import type { ValueContext } from './escape-value.ts';

/** A text of a clip that may contain placeholders. */
export interface VariablePlace {
  /** Path in the clip, as in schema errors: `textStyle.content`. */
  readonly field: string;
  readonly context: ValueContext;
  read(clip: Clip): string | undefined;
  /** Returns the clip with another text in this field. */
  write(clip: Clip, text: string): Clip;
}

type HtmlField = 'html' | 'css' | 'js';

const inHtml = (field: HtmlField): VariablePlace => ({
  field: `html.${field}`,
  context: field,
  read: ({ html }) => html?.[field],
  write: (clip, text) => (clip.html ? { ...clip, html: { ...clip.html, [field]: text } } : clip),
});

/**
 * Text fields of a clip that may contain variables, with the context of their values. Caption words are added
 * separately.
 */
const VARIABLE_PLACES: readonly VariablePlace[] = [
  {
    field: 'textStyle.content',
    context: 'text',
    read: ({ textStyle }) => textStyle?.content,
    write: (clip, content) => (clip.textStyle ? { ...clip, textStyle: { ...clip.textStyle, content } } : clip),
  },
  { field: 'src', context: 'source', read: ({ src }) => src, write: (clip, src) => ({ ...clip, src }) },
  ...[inHtml('html'), inHtml('css'), inHtml('js')],
];

/** Returns the text fields of a clip, including the timed words of a caption, each by its index. */
export function placesOf({ textStyle }: Clip): readonly VariablePlace[] {
  const words = textStyle?.words ?? [];
  if (!words.some(({ text }) => text.includes('{{'))) return VARIABLE_PLACES;
  return [...VARIABLE_PLACES, ...words.map((_, n) => wordPlace(n))];
}

function wordPlace(n: number): VariablePlace {
  return {
    field: `textStyle.words[${n}].text`,
    context: 'text',
    read: ({ textStyle }) => textStyle?.words?.[n]?.text,
    write: (clip, text) => {
      const words = clip.textStyle?.words?.map((word, at) => (at === n ? { ...word, text } : word));
      return clip.textStyle && words ? { ...clip, textStyle: { ...clip.textStyle, words } } : clip;
    },
  };
}
