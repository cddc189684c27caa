import { parseArgs } from 'node:util';
import { commands } from './commands.mjs';
import { everywhere } from './options.mjs';

/**
 * Parses the arguments of a command without changing them: whether `--json` or `--help` is among them, and whether all
 * options exist. `fault`: the problem, or null. The command's program checks the values.
 * @param {string} name
 * @param {import('./commands.mjs').Command} command
 * @param {readonly string[]} args
 * @returns {{ json: boolean; help: boolean; positionals: string[]; fault: string | null }}
 */
export function readArguments(name, command, args) {
  // The verbs of `admin` have options of their own, which its program checks.
  const strict = name !== 'admin';
  /** @type {readonly import('./options.mjs').Option[]} */
  const all = [...command.options, ...everywhere];
  /** @type {import('node:util').ParseArgsOptionsConfig} */
  const known = {};
  for (const { name: option, short, value } of all) {
    known[option] = { type: value === undefined ? 'boolean' : 'string', multiple: true, ...(short ? { short } : {}) };
  }
  const json = args.includes('--json');
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true, strict });
    return { json, help: values.help !== undefined, positionals, fault: null };
  } catch (error) {
    // Only the first sentence states the problem; the others address programmers.
    const [what = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    const names = all.map(({ name: option }) => `--${option}`).join(', ');
    return {
      json,
      help: false,
      positionals: [],
      fault: `${what.replace(/\.?$/, '.')} framemill ${name} takes ${names}.`,
    };
  }
}

/** Returns the text that `framemill help` prints. */
export function overview() {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return (
    `Usage: framemill <command> [arguments]\n\n${lines.join('\n')}\n\nEach command says more with --help, and ` +
    `prints JSON with --json.\n`
  );
}

/**
 * Returns the text that `framemill <name> --help` prints.
 * @param {string} name
 * @param {import('./commands.mjs').Command} command
 */
export function helpOf(name, { about, usage, example, options }) {
  const rows = [...options, ...everywhere].map((option) => ({ left: spelt(option), about: aboutOf(option) }));
  const width = Math.max(...rows.map(({ left }) => left.length));
  const lines = rows.map((row) => `  ${row.left.padEnd(width)}  ${row.about}`);
  const more = name === 'admin' ? '\nAll nouns and verbs: framemill admin --help\n' : '';
  return (
    `Usage: framemill ${usage} [options]\n\nFor: ${about}.\n\n${lines.join('\n')}\n\nExample:\n  ` +
    `${example}\n${more}`
  );
}

/**
 * Returns an option as it is typed: `-o, --output <file>`.
 * @param {import('./options.mjs').Option} option
 */
export function spelt({ name, short, value }) {
  const dashed = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? dashed : `${dashed} ${value}`;
}

/**
 * Returns the purpose of an option, with its allowed values.
 * @param {import('./options.mjs').Option} option
 */
export function aboutOf({ about, choices }) {
  return choices === undefined ? about : `${about}: ${choices.join(', ')}`;
}
