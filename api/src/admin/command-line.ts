import { parseArgs } from 'node:util';
import { FramemillError, nearestName } from '@framemill/timeline';
import type { AdminCommand, AdminInput } from './define-command.ts';

/** Parsed command line: a request for help, or a command with its input. */
export type Request =
  | { kind: 'help'; text: string }
  | { kind: 'run'; command: AdminCommand; input: AdminInput; json: boolean };

/** Program name for usage messages, depending on how it was started. `npm run` sets the environment variable. */
const program = process.env.npm_lifecycle_event === 'admin' ? 'npm run admin --' : 'framemill admin';

/** Parses a command line. Throws `invalid_request` for an unknown command or option, and for a missing one. */
export function readCommandLine(words: string[], commands: AdminCommand[]): Request {
  const { noun, verb, rest } = splitWords(words);
  const command = commands.find((candidate) => candidate.noun === noun && candidate.verb === verb);
  if (!command) {
    const asksForHelp = noun === undefined || words.includes('--help') || words.includes('-h');
    if (asksForHelp) return { kind: 'help', text: overview(commands, noun) };
    throw new FramemillError('invalid_request', noSuchCommand(commands, noun, verb));
  }
  const { values, positionals } = parse(rest, command);
  if (values.help === true) return { kind: 'help', text: commandHelp(command) };
  return { kind: 'run', command, input: checkInput(command, values, positionals), json: values.json === true };
}

function splitWords(words: string[]) {
  const [noun, verb] = words.filter((word) => !word.startsWith('-'));
  const named = new Set([words.indexOf(noun ?? ''), words.indexOf(verb ?? '')]);
  return { noun, verb, rest: words.filter((_, index) => !named.has(index)) };
}

/** Returns a short error message for an unknown command; the complete help would scroll it off the screen. */
function noSuchCommand(commands: AdminCommand[], noun: string, verb = ''): string {
  const wanted = `${noun} ${verb}`.trim();
  const verbs = commands.filter((command) => command.noun === noun).map((command) => command.verb);
  const names = commands.map((command) => `${command.noun} ${command.verb}`);
  // For an existing noun, compare only the verb: with the shared noun, all commands would look similar.
  const nearVerb = nearestName(verb, verbs);
  const near = verbs.length === 0 ? nearestName(wanted, names) : nearVerb && `${noun} ${nearVerb}`;
  const others = verbs.length > 0 ? ` "${noun}" takes ${verbs.join(', ')}.` : '';
  const hint = near === null ? others : ` Did you mean "${near}"?`;
  return `There is no command "${wanted}".${hint}\nAll commands: ${program} --help`;
}

type Values = Record<string, string | boolean | undefined>;

function parse(words: string[], command: AdminCommand): { values: Values; positionals: string[] } {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  };
  for (const name of Object.keys(command.options)) options[name] = { type: 'string' };
  try {
    return parseArgs({ args: words, options, allowPositionals: true });
  } catch (cause) {
    // Node's first sentence names the error; its other sentences address programmers.
    const [reason = ''] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    const [, option = ''] = /'--([^' ]+)/.exec(reason) ?? [];
    const near = nearestName(option, Object.keys(options));
    const hint = near === null || near === option ? '' : ` Did you mean --${near}?`;
    throw problem(command, `${reason.replaceAll('\n', ' ').replace(/\.?$/, '.')}${hint}`);
  }
}

function checkInput(command: AdminCommand, values: Values, positionals: string[]): AdminInput {
  const options: Record<string, string | undefined> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const value = values[name];
    if (option.required && value === undefined) throw problem(command, `--${name} ${option.value} is missing.`);
    if (typeof value === 'string') options[name] = value;
  }
  const wanted = command.argument === null ? 0 : 1;
  if (positionals.length !== wanted) {
    const what = command.argument === null ? 'no argument' : `one argument, <${command.argument}>`;
    throw problem(command, `This command takes ${what} (got ${positionals.length}).`);
  }
  return { argument: positionals[0] ?? '', options };
}

function problem(command: AdminCommand, message: string): FramemillError {
  return new FramemillError('invalid_request', `${message}\nUsage: ${usage(command)} [options]; more with --help`);
}

function usage(command: AdminCommand): string {
  const argument = command.argument === null ? '' : ` <${command.argument}>`;
  return `${program} ${command.noun} ${command.verb}${argument}`;
}

function overview(commands: AdminCommand[], noun?: string): string {
  const shown = commands.filter((command) => noun === undefined || command.noun === noun);
  const lines = (shown.length > 0 ? shown : commands).map(
    (command) => `  ${usage(command).padEnd(46)} ${command.summary}`,
  );
  return ['Administers a Framemill service. Needs DATABASE_URL, or a service started with "npm start".', '']
    .concat(lines, '', 'Every command takes --json (print JSON) and --help.')
    .join('\n');
}

function commandHelp(command: AdminCommand): string {
  const lines = Object.entries(command.options).map(([name, option]) => {
    const needed = option.required ? ' (required)' : '';
    return `  ${`--${name} ${option.value}`.padEnd(34)} ${option.description}${needed}`;
  });
  return [`${usage(command)} [options]`, command.summary, '']
    .concat(lines, `  ${'--json'.padEnd(34)} Print the result as JSON`)
    .join('\n');
}
