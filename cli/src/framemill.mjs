#!/usr/bin/env node
// Runs every command: `npx framemill <command>` in the checkout, or `framemill <command>` after `npm i -g` of the
// packed archive. It uses nothing but Node 20, because no package may be installed yet.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { helpOf, readArguments, UsageError, wantsHelp } from '../../infra/bootstrap/command-line.mjs';
import { runNode } from '../../infra/bootstrap/run.mjs';
import { root, runMain, setUp } from '../../infra/bootstrap/setup.mjs';
import { version } from '../../infra/bootstrap/version.mjs';
import { commands } from './commands.mjs';
import { completion } from './completion.mjs';
import { envelopeOf, envelopes } from './json-lines.mjs';

// A reader that closes the pipe after the first lines (EPIPE) is no error.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
});

/** Commands by the options that a user may write in their place. */
const shortForms = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-V', 'version'],
]);

runMain(async () => {
  const [typed = 'help', ...args] = process.argv.slice(2);
  const name = shortForms.get(typed) ?? typed;
  const json = args.includes('--json');
  try {
    await run(name, args, json);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const envelope = { error: { code: 'invalid_request', message: error.message, details: {} } };
    if (json) answer(name, envelope, json);
    else process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
});

/**
 * Runs a command in this process, or starts the program that runs it. Throws `UsageError`.
 * @param {string} name
 * @param {readonly string[]} args
 * @param {boolean} json
 */
async function run(name, args, json) {
  const command = commandOf(name);
  // The verbs of `admin` have options and a help of their own, which its program has.
  if (name !== 'admin') {
    if (wantsHelp(args)) return answer(name, helpOf(name, command), json);
    const { words } = readArguments(command, args);
    if (command.program === null) return answer(name, resultOf(name, words[0], json), json);
  }
  const tools = await setUp({ wantsRedis: name === 'start' });
  const started = [path.join(root, command.program ?? ''), ...(command.before ?? []), ...args];
  const print = (/** @type {string} */ line) => void process.stdout.write(line);
  const aside = (/** @type {string} */ text) => void process.stderr.write(text);
  const output = json ? { onOutput: envelopes(name, { print, aside, runs: command.runs === true }) } : {};
  process.exitCode = await runNode(tools, started, output);
}

/**
 * Returns the result of a command that runs in this process: a text for the user, or with `json` a value.
 * @param {string} name
 * @param {string | undefined} word
 * @param {boolean} json
 */
function resultOf(name, word, json) {
  if (name === 'schema') {
    const text = readFileSync(path.join(root, 'timeline/document.schema.json'), 'utf8');
    return json ? JSON.parse(text) : text;
  }
  if (name === 'version') return json ? { version } : `${version}\n`;
  if (name === 'completion') return completion(word ?? '');
  if (word === undefined) return json ? commands : overview();
  return json ? commandOf(word) : helpOf(word, commandOf(word));
}

/** @param {string} name */
function commandOf(name) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  throw new UsageError(`There is no command "${name}". Use one of ${Object.keys(commands).join(', ')}.`);
}

/** Returns the text that `framemill help` prints. */
function overview() {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`);
  return (
    `Usage: framemill <command> [arguments]\n\n${lines.join('\n')}\n\nEach command says more with --help, and ` +
    `prints JSON with --json.\n`
  );
}

/**
 * Prints the result of a command.
 * @param {string} name
 * @param {unknown} result
 * @param {boolean} json
 */
function answer(name, result, json) {
  process.stdout.write(json ? `${JSON.stringify(envelopeOf(name, result))}\n` : String(result));
}
