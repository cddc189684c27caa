import type { TSchema } from '#typebox';
import { COMMANDS } from './index.ts';

/** A word or a few that lead to a command, with the parameters that they stand for. */
export interface CommandPhrase {
  op: string;
  phrase: string;
  /** {} when the phrase names the whole command. */
  params: object;
  /**
   * `keyword`: the definition names it. `choice`: a value of a parameter that the command is about, such as the type of an
   * effect. `value`: a value of another parameter.
   */
  source: 'keyword' | 'choice' | 'value';
}

/**
 * Phrases to look commands up by: the keywords of their definitions, and each name that one of their own parameters takes.
 * Names inside of optional objects (the transition of a new clip) belong to the commands that set these.
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
  /** The parameter's value that has the name somewhere inside. */
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
