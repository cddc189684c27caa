import { text } from 'node:stream/consumers';
import type { Plan, Plans } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { MIN_PASSWORD_LENGTH } from '../account/credentials.ts';
import { isScope, type Scope, scopeNames } from '../auth/scopes.ts';

/**
 * Returns the value of an option if it is one of `choices`. Throws `invalid_request` with the choices and the value.
 */
export function oneOf<Choice extends string>(
  option: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  const names = choices.length > 2 ? `one of ${choices.join(', ')}` : choices.join(' or ');
  throw new FramemillError('invalid_request', `--${option} must be ${names} (got "${text}").`);
}

/**
 * Parses an option's value as an integer from `minimum` to `maximum`.
 * Throws `invalid_request` with the value. The message also lists `words`: other values that the option accepts and the
 * caller handles.
 */
export function wholeNumber(
  option: string,
  text: string | undefined,
  minimum: number,
  maximum: number,
  words: readonly string[] = [],
): number {
  const value = text?.trim() ? Number(text) : Number.NaN;
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  const others = words.map((word) => ` or ${word}`).join('');
  const message = `--${option} must be a whole number from ${minimum} to ${maximum}${others} (got "${text}").`;
  throw new FramemillError('invalid_request', message);
}

/** Returns the plan that an option names. Throws `invalid_request` with the available plans. */
export function planNamed({ list, find }: Plans, text: string | undefined): Plan {
  return find(
    oneOf(
      'plan',
      text,
      list.map(({ id }) => id),
    ),
  );
}

/**
 * Parses the value of `--scopes a,b,...`; returns undefined when it is absent.
 * Throws `invalid_request` for an unknown scope.
 */
export function readScopes(text: string | undefined): Scope[] | undefined {
  return text?.split(',').map((word) => {
    const name = word.trim();
    if (isScope(name)) return name;
    throw new FramemillError(
      'invalid_request',
      `--scopes: "${name}" is not a scope. Use one of ${scopeNames.join(', ')}.`,
    );
  });
}

/**
 * Reads the password from the source given by `--password-from`.
 * Throws `invalid_request` when it is missing or too short.
 */
export async function readPassword(from: string): Promise<string> {
  const password = await readSecret('password-from', from);
  if (password.length >= MIN_PASSWORD_LENGTH) return password;
  const message = `The password must have at least ${MIN_PASSWORD_LENGTH} characters (got ${password.length}).`;
  throw new FramemillError('invalid_request', message);
}

/**
 * Reads a secret from `stdin` (its first line) or from the environment variable named by `from`.
 * Secrets are never arguments, because every user of the machine can read the arguments of processes. Throws
 * `invalid_request` when the secret is missing or empty.
 */
async function readSecret(option: string, from: string): Promise<string> {
  const secret = from === 'stdin' ? (await text(process.stdin)).split(/\r?\n/, 1)[0] : process.env[from];
  if (secret) return secret;
  const where = from === 'stdin' ? 'the first line is empty' : `the environment variable "${from}" is missing or empty`;
  throw new FramemillError(
    'invalid_request',
    `--${option} ${from} gives no value: ${where}. Use "stdin" to read the first line of standard input, or the name ` +
      'of an environment variable that is set.',
  );
}
