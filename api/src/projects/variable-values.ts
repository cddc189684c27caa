import { type Document, FramemillError, fillVariables, parseDocument, type VariableValues } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';

/** Maximum length of a variable's value, in UTF-16 code units. It equals the maximum length of a text. */
const MOST_CHARACTERS = 20_000;
const MOST_VALUES = 500;

/** Schema of the values of a project's variables in a request body. */
export const VariableValuesSchema = Type.Record(
  Type.String({ maxLength: 64 }),
  Type.Union([Type.String({ maxLength: MOST_CHARACTERS }), Type.Number()]),
  {
    maxProperties: MOST_VALUES,
    description:
      'Values of the variables of the project by name: `{{name}}` and `{{name|default}}` in texts, sources, html ' +
      'clips, numbers and colours. Each is escaped for what it goes into; a number or a colour must be one. When ' +
      'absent, placeholders stay as they are; with `{}` their defaults are put in.',
  },
);

/**
 * Returns the document with its variables replaced by values.
 * Throws `invalid_request` for unknown and missing names, and when the result is not a valid document.
 */
export function withVariables(document: Document, values: VariableValues | undefined): Document {
  return values === undefined ? document : parseDocument(fillVariables(document, values));
}

/**
 * Parses the query parameter `variables`, a JSON object with the values of variables by name.
 * Throws `invalid_request` unless it has at most `MOST_VALUES` values, each a number or a string of at most
 * `MOST_CHARACTERS` characters.
 */
export function variablesOfQuery(json: string | undefined): VariableValues | undefined {
  if (json === undefined) return undefined;
  const values = parsedValues(json, MOST_VALUES);
  const isShort = (value: string | number) => typeof value === 'number' || value.length <= MOST_CHARACTERS;
  if (values !== null && Object.values(values).every(isShort)) return values;
  const message =
    `query.variables cannot be used (got ${JSON.stringify(json.slice(0, 60))}). Send a URL-encoded JSON object like ` +
    `{"name":"Ana"} of at most ${MOST_VALUES} numbers and strings of at most ${MOST_CHARACTERS} characters each.`;
  throw new FramemillError('invalid_request', message, { field: 'query.variables' });
}

/**
 * Parses a JSON object of at most `most` finite numbers and well-formed strings. Returns null for all other text.
 */
export function parsedValues(json: string, most: number): VariableValues | null {
  const values = parsed(json);
  const isFine =
    typeof values === 'object' &&
    values !== null &&
    !Array.isArray(values) &&
    Object.keys(values).length <= most &&
    Object.values(values).every((value) => (typeof value === 'string' ? value.isWellFormed() : Number.isFinite(value)));
  return isFine ? (values as VariableValues) : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
