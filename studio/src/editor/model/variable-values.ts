import { type Document, fillVariables, followMedia, listVariables, type MediaLookup } from '@framemill/timeline';
import { create } from 'zustand';
import { type FormVariable, type VariableValues, valuesFor, wrongNames } from '../../renders/form-variables.ts';

interface TriedValues {
  /** Trial values by project id. They exist only in this browser window; a render form starts with a copy of them. */
  byProject: Readonly<Record<string, VariableValues>>;
  put(projectId: string, values: VariableValues): void;
}

/** Store of the variable values that the user tries out in the editor. */
export const useTriedValues = create<TriedValues>((set) => ({
  byProject: {},
  put: (projectId, values) => set(({ byProject }) => ({ byProject: { ...byProject, [projectId]: values } })),
}));

const NONE: VariableValues = {};

/** Returns the variable values that the user tries out in a project. */
export function useValuesOf(projectId: string): VariableValues {
  return useTriedValues(({ byProject }) => byProject[projectId] ?? NONE);
}

/**
 * Returns the variable values for a preview: the valid ones among the values that the user tries out, and a placeholder
 * value for each other variable without a default. Returns undefined when none of the tried values is valid; the
 * preview then shows the variables as text, such as `{{name}}`.
 */
export function previewValues(document: Document, values: VariableValues): VariableValues | undefined {
  // Listing the variables of thousands of clips in each step of a drag would be the largest part of its cost.
  if (Object.keys(values).length === 0) return undefined;
  const variables = listVariables(document);
  const wrong = new Set(wrongNames(variables, values));
  const known = Object.fromEntries(Object.entries(valuesFor(variables, values)).filter(([name]) => !wrong.has(name)));
  if (Object.keys(known).length === 0) return undefined;
  const open = variables.filter((one) => one.default === null && known[one.name] === undefined);
  return { ...Object.fromEntries(open.map((one) => [one.name, openValue(one)])), ...known };
}

/**
 * Returns a placeholder value for a required variable without a value: black, a number close to 0, or the text
 * `{{name}}`.
 */
function openValue({ name, type, minimum = 0, maximum = 0 }: FormVariable): string {
  if (type === 'color') return '#000000';
  return type === 'number' ? String(Math.max(minimum, Math.min(maximum, 0))) : `{{${name}}}`;
}

/**
 * Returns the document for a preview, with the variable values that the user tries out. Clip durations follow the media
 * that the values name. The document is returned unchanged when there are no such values or they do not fit.
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
