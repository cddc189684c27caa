import type { Document } from '../document/document.ts';
import { placeholdersOf } from './placeholder.ts';
import { placesOf } from './variable-places.ts';

/** A variable of a project. */
export interface Variable {
  name: string;
  /** `media` where its value names a source, also when it stands in texts as well. */
  type: 'text' | 'media';
  /** What stands where none is given; null: it must be given. The first default counts where several differ. */
  default: string | null;
  uses: { clipId: string; field: string }[];
}

/** The variables of a document, in the order of their first use. */
export function listVariables({ clips }: Document): Variable[] {
  const variables = new Map<string, Variable>();
  for (const clip of clips) {
    for (const { field, context, read } of placesOf(clip)) {
      for (const placeholder of placeholdersOf(read(clip) ?? '')) {
        const { name } = placeholder;
        const known = variables.get(name) ?? { name, type: 'text', default: null, uses: [] };
        variables.set(name, known);
        if (context === 'source') known.type = 'media';
        known.default ??= placeholder.default;
        const isListed = known.uses.some((use) => use.clipId === clip.id && use.field === field);
        if (!isListed) known.uses.push({ clipId: clip.id, field });
      }
    }
  }
  return [...variables.values()];
}
