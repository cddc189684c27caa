import { readFileSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/errors';
import { isLimit, limitFields, limitMustBe, type Plan, planFeatures } from './plan.ts';
import { createPlans, defaultPlans, limitNames, type Plans } from './plan-table.ts';

/**
 * Reads the plans of a file (JSON as `npm run admin -- plan list --json` prints it). Returns the built-in plans for
 * null. Throws `invalid_request` that names the file and everything that is wrong in it.
 */
export function loadPlans(file: string | null): Plans {
  if (file === null) return defaultPlans;
  const rows = readRows(file);
  if (!Array.isArray(rows) || rows.length === 0) throw wrong(file, ['the file must be a list of at least one plan']);
  const problems = rows.flatMap((row, index) => problemsOf(row, `plan ${index + 1}`));
  const ids = rows.map((row) => (typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined));
  for (const [index, id] of ids.entries()) {
    if (ids.indexOf(id) < index) problems.push(`plan ${index + 1}: another plan has the id ${JSON.stringify(id)}`);
  }
  if (problems.length > 0) throw wrong(file, problems);
  // `problemsOf` has checked every field of the rows.
  return createPlans(rows as Plan[]);
}

function readRows(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw wrong(file, [`the file ${cause instanceof SyntaxError ? 'is not JSON' : 'cannot be read'} (${reason})`]);
  }
}

function wrong(file: string, problems: string[]): FramemillError {
  const help = 'Use the format that "npm run admin -- plan list --json" prints.';
  return new FramemillError('invalid_request', `PLANS_FILE "${file}" is not valid: ${problems.join('; ')}. ${help}`);
}

function problemsOf(row: unknown, place: string): string[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return [`${place} must be an object`];
  const fields = new Map<string, unknown>(Object.entries(row));
  const problems: string[] = [];
  const check = (name: string, isRight: (value: unknown) => boolean, mustBe: string) => {
    const value = fields.get(name);
    if (!fields.delete(name)) problems.push(`${place}: ${name} is missing`);
    else if (!isRight(value)) problems.push(`${place}: ${name} must be ${mustBe} (got ${JSON.stringify(value)})`);
  };
  check('id', isText(/^[a-z][a-z0-9_-]{0,31}$/), '1 to 32 lower-case letters, digits, _ or -, beginning with a letter');
  check('name', isText(/^\S.{0,63}$/), 'a text of 1 to 64 characters');
  for (const name of limitNames) {
    check(name, (value) => isLimit(limitFields[name], value), limitMustBe(limitFields[name]));
  }
  check('features', isFeatures, `a list with any of ${planFeatures.join(', ')}`);
  for (const name of fields.keys()) problems.push(`${place}: the field ${JSON.stringify(name)} is not known`);
  return problems;
}

function isText(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}

function isFeatures(value: unknown): boolean {
  const known: readonly string[] = planFeatures;
  return Array.isArray(value) && value.every((feature) => known.includes(feature));
}
