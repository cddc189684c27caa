import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { allClips } from '../evaluate/nested-document.ts';
import { followsMedia } from '../media-length/follow-media.ts';
import { type BoundField, boundFields } from './bound-fields.ts';
import type { ValueContext } from './escape-value.ts';
import { placeholdersOf } from './placeholder.ts';

/** Type of a variable's values. */
export type VariableType = 'text' | 'media' | 'number' | 'color';

/** A variable of a project. */
export interface Variable {
  name: string;
  /**
   * Type according to its uses. If the uses differ, the most restrictive type applies: `media`, then `number`, `color`
   * and `text`.
   */
  type: VariableType;
  /** Value when none is given; `null`: a value is required. If defaults differ, the first applies. */
  default: string | null;
  /** Range of a number that is valid for all its uses. */
  minimum?: number;
  maximum?: number;
  /** Whether a number must be whole. */
  isWhole?: boolean;
  /**
   * Whether the length of the video depends on this variable: it fills the media or the speed of a clip whose length
   * follows its media.
   */
  changesDuration?: boolean;
  /** Fields that contain the variable. `clipId` `null`: a field of the project itself. */
  uses: { clipId: string | null; field: string }[];
}

const strictness: readonly VariableType[] = ['text', 'color', 'number', 'media'];

/** Lists the variables of a document and its compositions, in the order of their first use. */
export function listVariables(document: Document): Variable[] {
  const variables = new Map<string, Variable>();
  const use = (
    name: string,
    own: string | null,
    type: VariableType,
    clipId: string | null,
    field: string,
  ): Variable => {
    const known = variables.get(name) ?? { name, type, default: null, uses: [] };
    variables.set(name, known);
    if (strictness.indexOf(type) > strictness.indexOf(known.type)) known.type = type;
    known.default ??= own;
    const isListed = known.uses.some((one) => one.clipId === clipId && one.field === field);
    if (!isListed) known.uses.push({ clipId, field });
    return known;
  };
  for (const clip of allClips(document)) {
    for (const { field, context, read } of placesOf(clip)) {
      for (const { name, default: own } of placeholdersOf(read(clip) ?? '')) {
        const variable = use(name, own, context === 'source' ? 'media' : 'text', clip.id, field);
        if (field === 'src' && followsMedia(clip)) variable.changesDuration = true;
      }
    }
    for (const { field, place, name, default: own } of boundFields(clip)) {
      const variable = use(name, own, place.type, clip.id, field);
      if (field === 'speed' && followsMedia(clip)) variable.changesDuration = true;
      narrow(variable, place);
    }
  }
  for (const { name, default: own } of placeholdersOf(document.settings.backgroundVariable ?? '')) {
    use(name, own ?? document.settings.background, 'color', null, 'settings.background');
  }
  return [...variables.values()];
}

function narrow(variable: Variable, place: BoundField['place']): void {
  if (place.type !== 'number') return;
  variable.minimum = Math.max(variable.minimum ?? place.minimum, place.minimum);
  variable.maximum = Math.min(variable.maximum ?? place.maximum, place.maximum);
  if (place.isWhole) variable.isWhole = true;
}

/** A text field of a clip that may contain placeholders. */
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

/**
 * Returns the text fields of a clip that may contain placeholders. Each timed word of a caption and each slot of an
 * animation is a field of its own. The words are left out when none of them contains `{{`.
 */
export function placesOf({ textStyle, slots = {} }: Clip): readonly VariablePlace[] {
  const words = textStyle?.words ?? [];
  const wordPlaces = words.some(({ text }) => text.includes('{{')) ? words.map((_, n) => wordPlace(n)) : [];
  const names = Object.keys(slots);
  if (wordPlaces.length + names.length === 0) return VARIABLE_PLACES;
  return [...VARIABLE_PLACES, ...wordPlaces, ...names.map(slotPlace)];
}

function slotPlace(name: string): VariablePlace {
  return {
    field: `slots.${name}`,
    context: 'text',
    read: ({ slots }) => slots?.[name],
    write: (clip, text) => ({ ...clip, slots: { ...clip.slots, [name]: text } }),
  };
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
