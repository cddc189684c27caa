import { type Document, fillVariables, followMedia, listVariables, type MediaLookup } from '@framemill/timeline';
import { create } from 'zustand';
import { type FormVariable, type VariableValues, valuesFor, wrongNames } from '../../renders/form-variables.ts';

interface TriedValues {
  /** Values that are tried, by project. They belong to this window: a render is given its own. */
  byProject: Readonly<Record<string, VariableValues>>;
  put(projectId: string, values: VariableValues): void;
}

/** The values of variables that an editor tries. */
export const useTriedValues = create<TriedValues>((set) => ({
  byProject: {},
  put: (projectId, values) => set(({ byProject }) => ({ byProject: { ...byProject, [projectId]: values } })),
}));

const NONE: VariableValues = {};

/** The values that are tried for a project. */
export function useValuesOf(projectId: string): VariableValues {
  return useTriedValues(({ byProject }) => byProject[projectId] ?? NONE);
}

/** Values as a preview is given them, those that fit; undefined: none is tried, placeholders are shown as they are written. */
export function previewValues(document: Document, values: VariableValues): VariableValues | undefined {
  // To list the variables of thousands of clips with each step of a drag would be most of what it costs.
  if (Object.keys(values).length === 0) return undefined;
  const variables = listVariables(document);
  const wrong = new Set(wrongNames(variables, values));
  const known = Object.fromEntries(Object.entries(valuesFor(variables, values)).filter(([name]) => !wrong.has(name)));
  if (Object.keys(known).length === 0) return undefined;
  const open = variables.filter((one) => one.default === null && known[one.name] === undefined);
  return { ...Object.fromEntries(open.map((one) => [one.name, openValue(one)])), ...known };
}

/** What stands for a value that is needed and not there yet: a placeholder, where one can be shown. */
function openValue({ name, type, minimum = 0, maximum = 0 }: FormVariable): string {
  if (type === 'color') return '#000000';
  return type === 'number' ? String(Math.max(minimum, Math.min(maximum, 0))) : `{{${name}}}`;
}

/**
 * The document with tried values in place, for a preview, and with the lengths of the media that they name; as it is when none is tried,
 * or when they do not fit.
 */
export function filledDocument(document: Document, values: VariableValues, media: MediaLookup): Document {
  const given = previewValues(document, values);
  if (!given) return document;
  try {
    return followMedia(fillVariables(document, given), media);
  } catch {
    return document;
  }
}
