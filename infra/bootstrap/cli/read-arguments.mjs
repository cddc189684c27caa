import { parseArgs } from 'node:util';
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
