import { FramemillError, findUnstorable, isStorable, schemaFault, unstorable } from '@framemill/timeline';
import { Compile, type Static, type TSchema } from '@framemill/timeline/typebox';

/** Part of the request that a value comes from, for error messages. Query and path values are converted from text. */
export type InputPart = 'body' | 'body.arguments' | 'query' | 'path' | 'arguments';

/** Validates a value of a request and returns it typed. Throws `invalid_request` with the field and its value. */
export type InputReader<S extends TSchema> = (value: unknown) => Static<S>;

/**
 * Compiles a schema into a reader. Unknown fields are ignored everywhere, so that old servers accept new clients.
 * Values in bodies are not converted: `"5"` is not a number. In the query, text is converted to the number or boolean
 * that the schema requires.
 */
export function inputReader<S extends TSchema>(schema: S, part: InputPart): InputReader<S> {
  const validator = Compile(schema);
  const convert = part === 'query' ? queryConverter(schema) : (value: unknown) => value;
  return (raw) => {
    const value = convert(raw);
    if (validator.Check(value)) return value;
    throw describeProblem(part, value, validator.Errors(value));
  };
}

/**
 * Throws `invalid_request` when any path or query field, even an ignored one, contains a NUL character or a lone
 * surrogate. The database cannot store these characters.
 */
export function refuseUnstorable(part: 'query' | 'path', values: unknown): void {
  for (const [name, value] of Object.entries(values ?? {})) {
    const text = isStorable(name) ? findUnstorable(value) : name;
    if (text !== null) throw new FramemillError('invalid_request', unstorable(text), { field: `${part}.${name}` });
  }
}

const NUMBER_TEXT = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

function queryConverter(schema: TSchema): (value: unknown) => unknown {
  const kinds = new Map<string, string>();
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    if (typeof property === 'object' && property !== null && 'type' in property && typeof property.type === 'string') {
      kinds.set(name, property.type);
    }
  }
  return (raw) => {
    if (typeof raw !== 'object' || raw === null) return raw;
    const entries = Object.entries(raw).map(([name, text]) => [name, convertText(text, kinds.get(name))]);
    return Object.fromEntries(entries);
  };
}

function convertText(text: unknown, kind: string | undefined): unknown {
  if (typeof text !== 'string') return text;
  if ((kind === 'number' || kind === 'integer') && NUMBER_TEXT.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function propertiesOf(schema: TSchema): object {
  return 'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
    ? schema.properties
    : {};
}

interface Problem {
  keyword: string;
  instancePath: string;
  params: object;
}

function describeProblem(part: InputPart, value: unknown, problems: Problem[]): FramemillError {
  const [problem] = problems;
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value)) {
    const what = part === 'body' ? 'The body must be a JSON object' : `The ${part} is malformed`;
    return new FramemillError('invalid_request', `${what} (got ${shorten(value)}).`);
  }
  if (!problem) return new FramemillError('invalid_request', `The ${part} is malformed. See /openapi.json.`);
  const missing = missingProperties(problem);
  const path = [part, ...problem.instancePath.split('/').slice(1), ...missing.slice(0, 1)].join('.');
  const message = missing.length > 0 ? `${path} is missing` : `${path} ${schemaFault(problem)}`;
  // A password is never shown, not even in the error message that a client may log.
  const got =
    missing.length > 0 || path.endsWith('.password') ? '' : ` (got ${shorten(valueAt(value, problem.instancePath))})`;
  return new FramemillError('invalid_request', `${message}${got}. See /openapi.json.`, { field: path });
}

function missingProperties(problem: Problem): string[] {
  if (problem.keyword !== 'required' || !('requiredProperties' in problem.params)) return [];
  const names = problem.params.requiredProperties;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const key of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    const entry = Object.entries(value).find(([name]) => name === key.replaceAll('~1', '/').replaceAll('~0', '~'));
    value = entry?.[1];
  }
  return value;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
