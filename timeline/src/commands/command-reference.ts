import type { TSchema } from '#typebox';
import type { CommandDefinition, CommandExample } from '../command/define-command.ts';
import { VOCABULARY } from '../vocabulary/index.ts';
import { COMMANDS } from './index.ts';

/** Description of a field of a command, or of a group of fields that several commands share. */
export interface FieldEntry {
  name: string;
  /**
   * Nesting depth, 0 at the top level. A nested field belongs to the nearest field before it that has a smaller depth.
   */
  depth: number;
  isRequired: boolean;
  /** Type in words, such as `number`, `list of texts` or `text or gradient`. */
  type: string;
  description: string;
  /** Range in words, such as `0 to 1`. Empty if there is no range. */
  range: string;
  /** Names that the field accepts; `null` if it has no fixed names. */
  values: readonly string[] | null;
  /** Name of the list in `VOCABULARY` with the values that the field accepts; `null` if there is no such list. */
  vocabulary: string | null;
  /** Title of the field group (`PartEntry`) that describes the value; `null` if there is none. */
  part: string | null;
}

/** Group of fields that several commands share. The reference describes it once. */
export interface PartEntry {
  title: string;
  fields: readonly FieldEntry[];
}

/** Description of one command. */
export interface CommandEntry {
  op: string;
  description: string;
  isPlanGated: boolean;
  fields: readonly FieldEntry[];
  returns: readonly FieldEntry[];
  examples: readonly CommandExample[];
}

/** Reference of all commands, independent of the format in which it is published. */
export interface CommandReference {
  commands: readonly CommandEntry[];
  parts: readonly PartEntry[];
}

/** Titles of the shared field groups, in the order of the page, with the field names that identify each group. */
const partsByField: readonly [title: string, field: string][] = [
  ['Transform', 'flipH'],
  ['Transition', 'edge'],
  ['Text style', 'letterSpacing'],
  ['Text box', 'paddingX'],
  ['Shadow', 'blur'],
  ['Gradient', 'stops'],
  ['Text animation', 'loop,in'],
  ['Text animation step', 'stagger'],
  ['Span', 'start,fontFamily'],
  ['Word', 'text,start'],
  ['Shape style', 'innerRatio'],
  ['Colour grade', 'exposure'],
  ['Wheel', 'luma,hue'],
  ['Mask', 'feather'],
  ['Keyframe', 'time,value'],
];

/**
 * Describes commands, the field groups they share, and their accepted values, from the schemas. Default: all commands.
 */
export function commandReference(commands: readonly CommandDefinition[] = COMMANDS): CommandReference {
  const parts = new Map<string, Map<string, FieldEntry>>(partsByField.map(([title]) => [title, new Map()]));

  function fieldsOf(schema: TSchema, depth: number): FieldEntry[] {
    const required = new Set<unknown>(listOf(schema, 'required'));
    return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
      const nested = nestedIn(field);
      const part = nested && partOf(nested);
      if (nested && part) keep(part, nested);
      return [
        { name, depth, isRequired: required.has(name), ...describe(field), part },
        ...(nested && !part ? fieldsOf(nested, depth + 1) : []),
      ];
    });
  }

  /** Adds the fields of one use to a shared field group. The group lists the fields of all its uses. */
  function keep(title: string, schema: TSchema): void {
    const fields = parts.get(title);
    if (!fields) throw new Error(`The command reference has no section "${title}".`);
    let last = '';
    for (const field of fieldsOf(schema, 0)) {
      if (field.depth === 0) last = field.name;
      const key = field.depth === 0 ? field.name : `${last}.${field.depth}.${field.name}`;
      const known = fields.get(key);
      // Limits that differ between uses are left out of the part.
      fields.set(key, known && known.range !== field.range ? { ...known, range: '' } : (known ?? field));
    }
  }

  const entries = commands.map(({ op, description, params, returns, planGate, examples }) => ({
    ...{ op, description, examples, isPlanGated: planGate },
    fields: fieldsOf(params, 0),
    returns: fieldsOf(returns, 0).filter(({ depth }) => depth === 0),
  }));
  const used = [...parts].filter(([, fields]) => fields.size > 0);
  return { commands: entries, parts: used.map(([title, fields]) => ({ title, fields: [...fields.values()] })) };
}

function describe(schema: TSchema): Omit<FieldEntry, 'name' | 'depth' | 'isRequired' | 'part'> {
  const description: unknown = Reflect.get(schema, 'description');
  const values = valuesOf(schema);
  return {
    type: typeOf(schema),
    description: typeof description === 'string' ? description : '',
    range: rangeOf(schema),
    values,
    vocabulary: values && vocabularyOf(values),
  };
}

function typeOf(schema: TSchema): string {
  const alternatives = listOf(schema, 'anyOf');
  if (alternatives.length > 0) return [...new Set(alternatives.map((one) => typeOf(one as TSchema)))].join(' or ');
  if (listOf(schema, 'enum').length > 0) return 'name';
  const word: unknown = Reflect.get(schema, 'const');
  if (typeof word === 'string') return `"${word}"`;
  const items: unknown = Reflect.get(schema, 'items');
  if (Reflect.get(schema, 'type') === 'array')
    return Array.isArray(items) ? tuple(items) : `list, each ${typeOf(items as TSchema)}`;
  if (Reflect.get(schema, 'type') === 'object') return partOf(schema)?.toLowerCase() ?? 'object';
  const names: Record<string, string> = {
    string: 'text',
    integer: 'whole number',
    boolean: 'true or false',
    null: 'null',
  };
  const type = String(Reflect.get(schema, 'type'));
  return names[type] ?? type;
}

function tuple(items: readonly unknown[]): string {
  return `[${items.map((item) => typeOf(item as TSchema)).join(', ')}]`;
}

function rangeOf(schema: TSchema): string {
  const [range] = listOf(schema, 'anyOf')
    .flatMap((one) => (isSchema(one) ? [rangeOf(one)] : []))
    .filter(Boolean);
  if (range !== undefined) return range;
  const [minimum, maximum] = [Reflect.get(schema, 'minimum'), Reflect.get(schema, 'maximum')] as unknown[];
  const above: unknown = Reflect.get(schema, 'exclusiveMinimum');
  if (typeof maximum !== 'number') return '';
  if (typeof minimum === 'number') return `${minimum} to ${maximum}`;
  return typeof above === 'number' ? `more than ${above}, at most ${maximum}` : '';
}

/** Returns the names that a field, or an item of its list, accepts; `null` if it has no fixed names. */
function valuesOf(schema: TSchema): readonly string[] | null {
  const own = listOf(schema, 'enum');
  if (own.length > 0) return own.map(String);
  const items: unknown = Reflect.get(schema, 'items');
  const further = Array.isArray(items) || !isSchema(items) ? [] : [items];
  for (const one of [...further, ...listOf(schema, 'anyOf').filter(isSchema)]) {
    const values = valuesOf(one);
    if (values) return values;
  }
  return null;
}

function vocabularyOf(values: readonly string[]): string | null {
  const found = Object.entries(VOCABULARY).find(([, names]) => names.join() === values.join());
  return found?.[0] ?? null;
}

/**
 * Returns the object schema that a field contains, directly, in a list or as an alternative; `null` if there is none.
 */
function nestedIn(schema: TSchema): TSchema | null {
  if (Object.keys(propertiesOf(schema)).length > 0) return schema;
  const items: unknown = Reflect.get(schema, 'items');
  for (const one of [...(Array.isArray(items) ? [] : [items]), ...listOf(schema, 'anyOf')]) {
    const nested = isSchema(one) ? nestedIn(one) : null;
    if (nested) return nested;
  }
  return null;
}

function partOf(schema: TSchema): string | null {
  const names = new Set(Object.keys(propertiesOf(schema)));
  // A clip contains the fields of all parts.
  if (names.has('trackIndex')) return null;
  return partsByField.find(([, fields]) => fields.split(',').every((field) => names.has(field)))?.[0] ?? null;
}

function propertiesOf(schema: TSchema): Record<string, TSchema> {
  const properties: unknown = Reflect.get(schema, 'properties');
  return typeof properties === 'object' && properties !== null ? (properties as Record<string, TSchema>) : {};
}

function listOf(schema: TSchema, name: string): readonly unknown[] {
  const list: unknown = Reflect.get(schema, name);
  return Array.isArray(list) ? list : [];
}

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null;
}
