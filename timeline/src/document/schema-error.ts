import type { TLocalizedValidationError, TSchema } from '#typebox';
import { schemaFault } from '../errors/schema-fault.ts';
import { COLOR_PATTERN } from './parse-color.ts';

/** A problem of a value: its `path` as in JavaScript, and a message that includes the value. */
export interface SchemaProblem {
  path: string;
  message: string;
}

/** Describes the clearest of a validator's errors about `value`. `root` is the name for an empty path. */
export function describeSchemaErrors(errors: TLocalizedValidationError[], value: unknown, root: string): SchemaProblem {
  // A union reports every failed branch and then itself; the deepest error is the most useful to the author of the
  // value.
  const error = errors.toSorted((a, b) => depth(b) - depth(a) || rank(a) - rank(b))[0];
  if (!error) return { path: root, message: `${root} is not valid.` };
  const path = pathOf(error.instancePath, root);
  const found = valueAt(value, error.instancePath);
  return { path, message: `${path} ${complaint(error, found)}` };
}

/** Formats a value for a message: as JSON, at most 60 characters. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57)}...` : json;
}

/** Returns the names of an object schema's fields. */
export function fieldNames(schema: TSchema): string[] {
  const properties: unknown = Reflect.get(schema, 'properties');
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
}

function complaint(error: TLocalizedValidationError, found: unknown): string {
  switch (error.keyword) {
    case 'required':
      return `lacks ${list(error.params.requiredProperties)}. Add it.`;
    case 'additionalProperties':
      return `does not support ${list(error.params.additionalProperties)}. Leave it out or correct its name.`;
    case 'boolean':
      return `is not a known field (got ${show(found)}). Leave it out or correct its name.`;
    case 'pattern':
      return error.params.pattern === COLOR_PATTERN ? noColor(found) : noPattern(error.params.pattern, found);
    // Only colours have a custom check.
    case '~refine':
      return noColor(found);
    default:
      return `${schemaFault(error)} (got ${show(found)}).`;
  }
}

/** Describes a text that does not match its pattern. The pattern is that of a variable or that of a project name. */
function noPattern(pattern: string | RegExp, found: unknown): string {
  return String(pattern).includes('\\{')
    ? `is not a variable (got ${show(found)}). Write {{name}} or {{name|default}}.`
    : `is blank or contains a control character (got ${show(found)}). Use 1 to 200 printable characters.`;
}

function noColor(found: unknown): string {
  return `is not a CSS colour (got ${show(found)}). Write #rrggbb, rgb(), hsl() or a name.`;
}

function list(names: readonly string[]): string {
  return names
    .slice(0, 5)
    .map((name) => `"${name}"`)
    .join(', ');
}

function depth(error: TLocalizedValidationError): number {
  return error.instancePath.split('/').length;
}

/**
 * Returns how uninformative an error is, from 0 to 3. Errors of a union (3) and of its null branch (1) say least about
 * the fault.
 */
function rank(error: TLocalizedValidationError): number {
  if (error.keyword === 'anyOf') return 3;
  if (error.keyword === 'additionalProperties') return 2;
  return error.keyword === 'type' && error.params.type === 'null' ? 1 : 0;
}

function pathOf(instancePath: string, root: string): string {
  let path = root;
  for (const part of instancePath.split('/').slice(1)) {
    if (/^\d+$/.test(part)) path += `[${part}]`;
    else path += path === '' ? part : `.${part}`;
  }
  return path;
}

function valueAt(value: unknown, instancePath: string): unknown {
  let at = value;
  for (const part of instancePath.split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Reflect.get(at, part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return at;
}
