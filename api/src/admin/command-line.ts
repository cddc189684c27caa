import {
  type Command,
  calledAs,
  helpOf,
  readArguments,
  UsageError,
  type Values,
  wantsHelp,
} from '@framemill/infra/command-line';
import { nearestName } from '@framemill/timeline';
import type { AdminCommand, AdminInput } from './define-command.ts';

/** Parsed command line: a request for help, or a command with its input. */
export type Request =
  | { kind: 'help'; text: string }
  | { kind: 'run'; command: AdminCommand; input: AdminInput; json: boolean };

/** Parses a command line. Throws `UsageError` for an unknown command or option, and for a missing one. */
export function readCommandLine(words: string[], commands: AdminCommand[]): Request {
  const { noun, verb, rest } = splitWords(words);
  const command = commands.find((candidate) => candidate.noun === noun && candidate.verb === verb);
  if (!command) {
    if (noun === undefined || wantsHelp(words)) return { kind: 'help', text: overview(commands, noun) };
    throw new UsageError(noSuchCommand(commands, noun, verb));
  }
  const row = rowOf(command);
  if (wantsHelp(rest)) return { kind: 'help', text: helpOf('admin', row) };
  const { values, words: given } = readArguments(row, rest);
  return { kind: 'run', command, input: checkInput(command, values, given), json: values.json === true };
}

function splitWords(words: string[]) {
  const [noun, verb] = words.filter((word) => !word.startsWith('-'));
  const named = new Set([words.indexOf(noun ?? ''), words.indexOf(verb ?? '')]);
  return { noun, verb, rest: words.filter((_, index) => !named.has(index)) };
}

/**
 * Returns the error message for an unknown command. It is short, because the complete help would scroll it off the
 * screen.
 */
function noSuchCommand(commands: AdminCommand[], noun: string, verb = ''): string {
  const wanted = `${noun} ${verb}`.trim();
  const verbs = commands.filter((command) => command.noun === noun).map((command) => command.verb);
  const names = commands.map((command) => `${command.noun} ${command.verb}`);
  // For an existing noun, compare only the verb: with the shared noun, all commands would look similar.
  const nearVerb = nearestName(verb, verbs);
  const near = verbs.length === 0 ? nearestName(wanted, names) : nearVerb && `${noun} ${nearVerb}`;
  const others = verbs.length > 0 ? ` "${noun}" takes ${verbs.join(', ')}.` : '';
  const hint = near === null ? others : ` Did you mean "${near}"?`;
  return `There is no command "${wanted}".${hint}`;
}

/** Converts an admin command to the description that the command-line parser and the help use. */
function rowOf({ noun, verb, summary, argument, options }: AdminCommand): Command {
  const name = `admin ${noun} ${verb}`;
  const usage = argument === null ? name : `${name} <${argument}>`;
  return {
    ...{ about: summary, usage },
    options: Object.entries(options).map(([option, { value, description, required }]) => ({
      ...{ name: option, about: required ? `${description} (required)` : description },
      ...(value === null ? {} : { value }),
    })),
  };
}

function checkInput(command: AdminCommand, values: Values<Command>, words: readonly string[]): AdminInput {
  const options: Record<string, string | undefined> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const value = values[name];
    if (option.required && value === undefined)
      throw new UsageError(`The option --${name} ${option.value} is missing. Add it.`);
    if (typeof value === 'string') options[name] = value;
    if (value === true) options[name] = '';
  }
  const wanted = command.argument === null ? 0 : 1;
  if (words.length !== wanted) {
    const what = command.argument === null ? 'no argument' : `one argument, <${command.argument}>`;
    throw new UsageError(`This command takes ${what} (got ${words.length}).`);
  }
  return { argument: words[0] ?? '', options };
}

function overview(commands: AdminCommand[], noun?: string): string {
  const shown = commands.filter((command) => noun === undefined || command.noun === noun);
  const lines = (shown.length > 0 ? shown : commands).map((command) => {
    const usage = rowOf(command).usage.replace('admin', calledAs('admin'));
    return `  ${usage.padEnd(46)} ${command.summary}`;
  });
  return ['Administers a Framemill service. Needs DATABASE_URL, or a service started with "npm start".', '']
    .concat(lines, '', 'Every command takes --json (print JSON) and --help.')
    .join('\n');
}
