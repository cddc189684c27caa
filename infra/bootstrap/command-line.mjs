// Parsing, help and errors of all command lines, from a table of commands and their options. It uses nothing but Node
// 20, because the set-up and `framemill help` run before any package is installed.
import process from 'node:process';
import { parseArgs } from 'node:util';

/**
 * Option of a command: `--name`, or `--name <value>`. With `many`, the option may be repeated.
 * @typedef {{
 *   readonly name: string;
 *   readonly short?: string;
 *   readonly value?: string;
 *   readonly many?: true;
 *   readonly choices?: readonly string[];
 *   readonly about: string;
 * }} Option
 */

/**
 * Command: its purpose, its usage, and its options. `usage` begins with the name of the command. `words` are the
 * allowed values of the first argument. `notes` are further paragraphs of the help. `json: false` means that the
 * command has no option `--json`.
 * @typedef {{
 *   readonly about: string;
 *   readonly usage: string;
 *   readonly example?: string;
 *   readonly notes?: string;
 *   readonly options: readonly Option[];
 *   readonly words?: readonly string[];
 *   readonly json?: false;
 * }} Command
 */

/**
 * Values of a command's options.
 * @template {Command} C
 * @typedef {{ [O in C['options'][number] as O['name']]?: O extends { readonly many: true }
 *   ? string[]
 *   : O extends { readonly choices: readonly (infer Choice)[] }
 *     ? Choice
 *     : O extends { readonly value: string } ? string : boolean } & { json?: boolean }} Values
 */

/** Error of an invalid command line. Programs print its message and end with exit code 2. */
export class UsageError extends Error {
  /** @param {string} message what is wrong, in sentences; a reference to the help is added */
  constructor(message) {
    super(`${message} See --help.`);
  }
}

const json = { name: 'json', about: 'print one JSON object with what came of it, on standard output' };
const help = { name: 'help', short: 'h', about: 'how the command is used' };

/**
 * Returns the options of a command, including those that all commands have.
 * @param {Pick<Command, 'options' | 'json'>} command
 * @returns {readonly Option[]}
 */
export function optionsOf({ options, json: hasJson }) {
  return [...options, ...(hasJson === false ? [] : [json]), help];
}

/**
 * Whether the arguments request the help of their command.
 * @param {readonly string[]} args
 */
export function wantsHelp(args) {
  return args.includes('--help') || args.includes('-h');
}

/**
 * Parses the arguments of a command, without the node program and the script. Throws `UsageError` for an unknown
 * option, a missing value, an option value or first argument that is not allowed, and for arguments when the command
 * has none.
 * @template {Command} C
 * @param {C} command
 * @param {readonly string[]} args
 * @returns {{ values: Values<C>; words: string[] }}
 */
export function readArguments(command, args) {
  const options = optionsOf(command);
  const { values, positionals } = parse(options, args);
  for (const { name, choices } of options) {
    if (choices !== undefined && values[name] !== undefined) oneOf(`--${name}`, String(values[name]), choices);
  }
  const [name, ...more] = command.usage.split(' ');
  if (command.words) oneOf(`The word after ${name}`, positionals[0] ?? '', command.words);
  if (more.length === 0 && positionals.length > 0)
    throw new UsageError(`${name} takes no argument (got "${positionals[0]}").`);
  return { values: /** @type {Values<C>} */ (/** @type {unknown} */ (values)), words: positionals };
}

/**
 * @param {readonly Option[]} options
 * @param {readonly string[]} args
 */
function parse(options, args) {
  const known = Object.fromEntries(
    options.map(({ name, short, value, many = false }) => {
      const type = value === undefined ? /** @type {const} */ ('boolean') : /** @type {const} */ ('string');
      return [name, { type, multiple: many, ...(short === undefined ? {} : { short }) }];
    }),
  );
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (error) {
    // The first sentence states the problem; the others address programmers.
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    const names = options.map(({ name }) => `--${name}`).join(', ');
    const remedy = what.startsWith('Unknown option') ? ` Use ${names}.` : '';
    throw new UsageError(`${what.replaceAll('\n', ' ').replace(/\.?$/, '.')}${remedy}`);
  }
}

/**
 * Returns the value if it is one of `choices`. Otherwise throws `UsageError`.
 * @template {string} Choice
 * @param {string} what beginning of the error message
 * @param {string} value
 * @param {readonly Choice[]} choices
 * @returns {Choice}
 */
export function oneOf(what, value, choices) {
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw new UsageError(`${what} must be one of ${choices.join(', ')} (got "${value}").`);
}

/**
 * Parses the value of an option as an integer from `least` to `most`. Throws `UsageError`.
 * @param {string} name
 * @param {string} value
 * @param {number} least
 * @param {number} most
 */
export function wholeNumber(name, value, least, most) {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most} (got "${value}").`);
}

/**
 * Returns the help of a command.
 * @param {string} name
 * @param {Command} command
 */
export function helpOf(name, command) {
  const rows = optionsOf(command).map((option) => ({ left: spelt(option), about: aboutOf(option) }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  const lines = rows.map((row) => `  ${row.left.padEnd(width)}  ${row.about}`);
  const usage = `Usage: ${calledAs(name)}${command.usage.slice(name.length)} [options]`;
  const example = command.example && `Example:\n  ${command.example}`;
  const parts = [usage, `For: ${command.about}.`, lines.join('\n'), command.notes, example];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

/**
 * Returns the command line that starts a command, in the form that the user used: `npm start --`, `npm run render --`
 * or `framemill render`. The set-up is not a command of `framemill`.
 * @param {string} name
 */
export function calledAs(name) {
  if (name !== 'setup' && process.env.npm_lifecycle_event !== name) return `framemill ${name}`;
  return name === 'start' ? 'npm start --' : `npm run ${name} --`;
}

/**
 * Returns the notation of an option for the help: `-o, --output <file>`.
 * @param {Option} option
 */
function spelt({ name, short, value }) {
  const dashed = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? dashed : `${dashed} ${value}`;
}

/**
 * Returns the description of an option for the help, with its allowed values.
 * @param {Option} option
 */
function aboutOf({ about, choices }) {
  return choices === undefined ? about : `${about}: ${choices.join(', ')}`;
}
