#!/usr/bin/env node
// One command for everything: `npx framemill <command>` in the checkout, or `npm link` once and `framemill <command>` anywhere.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runNode } from './run.mjs';
import { root, runMain, setUp } from './setup.mjs';

/**
 * What a command runs: a program with arguments that come before the caller's.
 * @typedef {{ about: string; program: string; before?: string[] }} Command
 */

const render = 'compositor/src/cli/main.ts';

/** @type {Record<string, Command>} */
const programs = {
  init: {
    about: 'write a project that renders as it is: init <starter> [folder]',
    program: render,
    before: ['--init'],
  },
  check: {
    about: 'errors and lint of a project file, with lines: check <project.json>',
    program: render,
    before: ['--check'],
  },
  frame: {
    about: 'one frame as JPEG: frame <project.json> --at <seconds> -o <file.jpg>',
    program: render,
    before: ['--format', 'poster'],
  },
  render: { about: 'render a project file: render <project.json> -o <file>', program: render },
  start: { about: 'start the whole service on this machine', program: 'infra/bootstrap/start.ts' },
  node: { about: 'join the farm with this machine', program: 'farm/src/main.ts' },
  doctor: { about: 'look whether this machine can be a node', program: 'farm/src/main.ts', before: ['--doctor'] },
  admin: { about: 'accounts, keys, plans, media and nodes of a service', program: 'api/src/admin/main.ts' },
};
const shells = ['bash', 'zsh', 'fish'];
const names = [...Object.keys(programs), 'schema', 'completion', 'help'];

const help = `Usage: framemill <command> [arguments]

${Object.entries(programs)
  .map(([name, { about }]) => `  ${name.padEnd(11)} ${about}`)
  .join('\n')}
  schema      print the JSON Schema of project files
  completion  print what completes commands: completion ${shells.join(' | ')}
  help        this text

Each command says more with --help.
`;

// Whoever reads only the first lines wants no more.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
});

runMain(async () => {
  const [name = 'help', ...args] = process.argv.slice(2);
  if (['help', '--help', '-h'].includes(name)) return void process.stdout.write(help);
  if (name === 'schema')
    return void process.stdout.write(readFileSync(path.join(root, 'timeline/document.schema.json')));
  if (name === 'completion') {
    const script = completion(args[0] ?? '');
    return script === null
      ? misused(`completion is for ${shells.join(', ')} (got "${args[0] ?? ''}").`)
      : void process.stdout.write(script);
  }
  const command = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (command === undefined) return misused(`There is no command "${name}". There are: ${names.join(', ')}.`);
  const { program, before = [] } = command;
  process.exitCode = await runNode(await setUp(), [path.join(root, program), ...before, ...args]);
});

/** @param {string} message */
function misused(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}

/**
 * A script for a shell that completes the names of commands, then files; null: the shell is not known.
 * @param {string} shell
 */
function completion(shell) {
  const words = names.join(' ');
  switch (shell) {
    case 'bash':
      return `_framemill() {\n  [ "$COMP_CWORD" = 1 ] && COMPREPLY=($(compgen -W "${words}" -- "\${COMP_WORDS[1]}"))\n}\ncomplete -o default -F _framemill framemill\n`;
    case 'zsh':
      return `#compdef framemill\n_framemill() {\n  if (( CURRENT == 2 )); then compadd ${words}; else _files; fi\n}\ncompdef _framemill framemill\n`;
    case 'fish':
      return `complete -c framemill -n __fish_use_subcommand -f -a "${words}"\n`;
    default:
      return null;
  }
}
