import type { Document } from '../document/document.ts';
import { followsMedia } from '../media-length/follow-media.ts';
import { type BoundField, boundFields } from './bound-fields.ts';
import { placeholdersOf } from './placeholder.ts';
import { placesOf } from './variable-places.ts';

/** Type of a variable's values. */
export type VariableType = 'text' | 'media' | 'number' | 'color';

/** A variable of a project. */
export interface Variable {
  name: string;
  /**
   * Type according to its uses. Of several, the most restrictive applies: `media`, then `number`, `color` and `text`.
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
   * Whether the length of the video depends on it: it fills the media, or the speed, of a clip whose length follows its
   * media.
   */
  changesDuration?: boolean;
  /** Fields that use it. `clipId` `null`: a field of the project itself. */
  uses: { clipId: string | null; field: string }[];
}

const strictness: readonly VariableType[] = ['text', 'color', 'number', 'media'];

/** Lists the variables of a document, in the order of their first use. */
export function listVariables({ clips, settings }: Document): Variable[] {
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
  for (const clip of clips) {
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
  for (const { name, default: own } of placeholdersOf(settings.backgroundVariable ?? '')) {
    use(name, own ?? settings.background, 'color', null, 'settings.background');
  }
  return [...variables.values()];
}

function narrow(variable: Variable, place: BoundField['place']): void {
  if (place.type !== 'number') return;
  variable.minimum = Math.max(variable.minimum ?? place.minimum, place.minimum);
  variable.maximum = Math.min(variable.maximum ?? place.maximum, place.maximum);
  if (place.isWhole) variable.isWhole = true;
}
