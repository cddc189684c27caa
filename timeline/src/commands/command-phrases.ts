import type { TSchema } from '#typebox';
import { COMMANDS } from './index.ts';

/** Short phrase by which users find a command, and the parameters that the phrase implies. */
export interface CommandPhrase {
  op: string;
  phrase: string;
  /** Parameters that the phrase implies; `{}` when it stands for the command alone. */
  params: object;
  /**
   * Origin of the phrase. `keyword`: the command's definition lists it. `choice`: it is the value of a required
   * parameter, such as the type of an effect. `value`: it is a value of another parameter.
   */
  source: 'keyword' | 'choice' | 'value';
}

/**
 * Returns the phrases for finding commands: the keywords of each command, and the names that its parameters accept.
 * Names inside optional objects, such as the transition of a new clip, are left out, because other commands set these
 * objects.
 */
export function commandPhrases(): CommandPhrase[] {
  return COMMANDS.flatMap(({ op, keywords, params }) => [
    ...Object.entries(keywords).map(([phrase, stated]) => ({ op, phrase, params: stated, source: 'keyword' as const })),
    ...Object.entries(params.properties).flatMap(([name, schema]) => {
      const isRequired = params.required?.includes(name) ?? false;
      return namedValues(schema, isRequired).map(({ phrase, value }) => ({
        ...({
          op,
          phrase,
          params: { [name]: value },
          source: isRequired && value === phrase ? 'choice' : 'value',
        } as const),
      }));
    }),
  ]);
}

interface NamedValue {
  phrase: string;
  /** Value of the parameter in which the name occurs, possibly nested. */
  value: unknown;
}

function namedValues(schema: TSchema, goesDeeper: boolean): NamedValue[] {
  const {
    enum: names,
    anyOf,
    items,
    properties,
  } = schema as {
    enum?: unknown[];
    anyOf?: TSchema[];
    items?: TSchema;
    properties?: Record<string, TSchema>;
  };
  const own = (names ?? []).filter((name) => typeof name === 'string' && name !== 'none');
  const values = own.map((name) => ({ phrase: String(name), value: name }));
  if (!goesDeeper) return values;
  const inside = [
    ...(anyOf ?? []).flatMap((choice) => namedValues(choice, true)),
    ...(items ? namedValues(items, true).map(({ phrase, value }) => ({ phrase, value: [value] })) : []),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) =>
      namedValues(field, false).map(({ phrase, value }) => ({ phrase, value: { [name]: value } })),
    ),
  ];
  return [...values, ...inside];
}
