import type { Command } from '@framemill/timeline';
import { choiceLabel, titleOf } from '../../ui/labels.ts';
import { choicesOf, commandEntry, type JsonSchema } from '../commands/registry.ts';

/** Maximum length of the text of one parameter, in characters. */
const MOST_CHARACTERS = 80;

/**
 * Returns the parameters of a planned command in words: `Text: Hello, Start: 0, Style (Font size: 96)`. `titles` has
 * the titles of the clips by their ids. References to results of the plan become `step 2`, counted from 1.
 */
export function paramsText({ op, ...params }: Command, titles: ReadonlyMap<string, string>): string {
  const properties = propertiesOf(commandEntry(op).params);
  return Object.entries(params)
    .map(([name, value]) => fieldText(name, value, properties[name] ?? {}, titles))
    .map((text) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text))
    .join(', ');
}

function fieldText(name: string, value: unknown, schema: JsonSchema, titles: ReadonlyMap<string, string>): string {
  const text = valueText(name, value, schema, titles);
  return text.startsWith('(') ? `${titleOf(name)} ${text}` : `${titleOf(name)}: ${text}`;
}

function valueText(name: string, value: unknown, schema: JsonSchema, titles: ReadonlyMap<string, string>): string {
  if (isChoice(schema, value)) return choiceLabel(String(value), name);
  if (typeof value === 'string') return titles.get(value) ?? value.replace(/^\$(\d+)\.\w+$/, stepText);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) {
    const items = [schema.items ?? []].flat();
    return value.map((one, place) => valueText(name, one, items[place] ?? items.at(-1) ?? {}, titles)).join(', ');
  }
  if (typeof value !== 'object' || value === null) return value === null ? 'none' : String(value);
  const properties = propertiesOf(schema);
  return `(${Object.entries(value)
    .map(([field, one]) => fieldText(field, one, properties[field] ?? {}, titles))
    .join(', ')})`;
}

const stepText = (_: string, place: string) => `step ${Number(place) + 1}`;

/** Whether a value is one of a list of ids that the schema, or one of its variants, accepts. */
function isChoice(schema: JsonSchema, value: unknown): boolean {
  return [schema, ...(schema.anyOf ?? [])].some(
    (one) => one.const === value || choicesOf(one)?.includes(value) === true,
  );
}

/** Returns the fields of an object's schema; of all variants, if there are several. */
function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return Object.fromEntries(
    [schema, ...(schema.anyOf ?? [])].flatMap(({ properties = {} }) => Object.entries(properties)),
  );
}
