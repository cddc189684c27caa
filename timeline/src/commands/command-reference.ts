import type { TSchema } from '#typebox';
import type { CommandDefinition, CommandExample } from '../command/define-command.ts';
import { VOCABULARY } from '../vocabulary/index.ts';
import { COMMANDS } from './index.ts';

/** A field of a command or of a part of one. */
export interface FieldEntry {
  name: string;
  /** 0, or more for fields of the field above. */
  depth: number;
  isRequired: boolean;
  /** In words: `number`, `list of texts`, `text or gradient`. */
  type: string;
  description: string;
  /** `0 to 1`; empty where there is none. */
  range: string;
  /** The values that it takes; null where they are not listed. */
  values: readonly string[] | null;
  /** Name of the list in `VOCABULARY` that these are. */
  vocabulary: string | null;
  /** Title of the part that says which fields its value has. */
  part: string | null;
}

/** Fields that stand in several commands, described once. */
export interface PartEntry {
  title: string;
  fields: readonly FieldEntry[];
}

/** A command in words. */
export interface CommandEntry {
  op: string;
  description: string;
  isPlanGated: boolean;
  fields: readonly FieldEntry[];
  returns: readonly FieldEntry[];
  examples: readonly CommandExample[];
}

/** The reference of commands, for pages in whatever form. */
export interface CommandReference {
  commands: readonly CommandEntry[];
  parts: readonly PartEntry[];
}

/** Parts by a field that no other has. In the order of the page. */
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

/** Describes commands (all when none are given), their parts and values from their schemas. */
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

  /** A part has the fields that it has anywhere. */
  function keep(title: string, schema: TSchema): void {
    const fields = parts.get(title);
    if (!fields) throw new Error(`There is no part ${title}.`);
    let last = '';
    for (const field of fieldsOf(schema, 0)) {
      if (field.depth === 0) last = field.name;
      const key = field.depth === 0 ? field.name : `${last}.${field.depth}.${field.name}`;
      const known = fields.get(key);
      // Limits that differ from place to place are none of the part.
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

/** The names that a field takes, itself or as the items of its list. */
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

/** The object that a field holds, in a list or as one of several alternatives too; null when it holds none. */
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
  // A clip has fields of all kinds.
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
