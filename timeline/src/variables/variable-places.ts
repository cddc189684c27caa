import type { Clip } from '../document/clip.ts';
import type { ValueContext } from './escape-value.ts';

/** A text of a clip that may hold placeholders. */
export interface VariablePlace {
  /** Path in the clip, as in errors of the schema: `textStyle.content`. */
  readonly field: string;
  readonly context: ValueContext;
  read(clip: Clip): string | undefined;
  /** The clip with another text there. */
  write(clip: Clip, text: string): Clip;
}

type HtmlField = 'html' | 'css' | 'js';

const inHtml = (field: HtmlField): VariablePlace => ({
  field: `html.${field}`,
  context: field,
  read: ({ html }) => html?.[field],
  write: (clip, text) => (clip.html ? { ...clip, html: { ...clip.html, [field]: text } } : clip),
});

/** Every place of a clip where variables may stand but its words, and what their values go into. */
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

/** The places of one clip: also the timed words of a caption, each by its number. */
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
