import { parseArgs } from 'node:util';
import { everywhere } from './options.mjs';

/**
 * Looks at the arguments of a command without changing them: is `--json` or `--help` among them, and are all options known?
 * `fault`: what is wrong, or null. Values are checked by the command's program.
 * @param {string} name
 * @param {import('./commands.mjs').Command} command
 * @param {readonly string[]} args
 * @returns {{ json: boolean; help: boolean; positionals: string[]; fault: string | null }}
 */
export function readArguments(name, command, args) {
  // Its verbs have options of their own, which its program knows.
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
    // The first sentence says what is wrong; the others are about writing programs.
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
