import { catalogue } from '@framemill/compositor/capabilities';
import { commandSchema } from '@framemill/timeline';
import { titleOf } from '../../ui/labels.ts';

/** Subset of JSON schema that command forms use. */
export interface JsonSchema {
  type?: string | string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  /** Schema of the values of a record, by the pattern of its keys. */
  patternProperties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema | readonly JsonSchema[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  default?: unknown;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  description?: string;
  /** Kind of media that a string may refer to. */
  'x-source'?: string;
}

/** Command of the registry: its name, description and parameters. */
export interface CommandEntry {
  op: string;
  /** Name in words, such as `Set text style`. */
  title: string;
  description: string;
  params: JsonSchema;
}

const { commands } = commandSchema(catalogue);

/** All commands, in the order of the registry. */
export const COMMAND_ENTRIES: readonly CommandEntry[] = Object.entries(commands).map(
  ([op, { description, params }]) => {
    return { op, title: titleOf(op), description, params: withoutComposition(asSchema(params)) };
  },
);

/** Returns a command by its name. Throws when no command has that name. */
export function commandEntry(op: string): CommandEntry {
  const entry = COMMAND_ENTRIES.find((one) => one.op === op);
  if (!entry) throw new Error(`There is no command "${op}".`);
  return entry;
}

/** Returns the values of a schema that accepts only values of a list; null for other schemas. */
export function choicesOf({ enum: listed, anyOf }: JsonSchema): readonly unknown[] | null {
  if (listed) return listed;
  if (!anyOf || anyOf.length === 0 || anyOf.some((one) => one.const === undefined)) return null;
  return anyOf.map((one) => one.const);
}

/**
 * Returns the symbol of the unit that a description ends with, such as `s` for `Seconds.` and `°` for `Degrees,
 * clockwise.`; an empty string when it names no unit.
 */
export function unitOf({ description = '' }: JsonSchema): string {
  const [, word = ''] = UNIT_AT_END.exec(description) ?? [];
  return UNITS[word] ?? '';
}

const UNITS: Record<string, string> = {
  ...{ Seconds: 's', Milliseconds: 'ms', Pixels: 'px', Degrees: '°', Factor: '×', Semitones: 'st' },
  ...{ Decibels: 'dB', dB: 'dB', dBFS: 'dBFS', dBTP: 'dBTP', LUFS: 'LUFS', Hertz: 'Hz', Stops: 'EV' },
};

/** Matches a unit as the last sentence of a description, with or without a remark on it. */
const UNIT_AT_END = new RegExp(`(?:^|[.\\s(])(${Object.keys(UNITS).join('|')})(?:[,;] [^.]*)?\\.?$`);

/** Leaves out the optional composition in which a command works: forms work on the timeline that is shown. */
function withoutComposition(schema: JsonSchema): JsonSchema {
  if (schema.required?.includes('compositionId')) return schema;
  const { compositionId: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? value : {};
}
