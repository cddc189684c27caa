#!/usr/bin/env node
// Runs every command: `npx framemill <command>` in the checkout, or `framemill <command>` after `npm i -g` of the
// packed archive.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { helpOf, overview, readArguments } from './cli/arguments.mjs';
import { commands, shells } from './cli/commands.mjs';
import { completion } from './cli/completion.mjs';
import { envelopeOf, envelopes } from './cli/json-lines.mjs';
import { runNode } from './run.mjs';
import { root, runMain, setUp } from './setup.mjs';

// A reader that closes the pipe after the first lines (EPIPE) is no error.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
});

runMain(async () => {
  const [typed = 'help', ...args] = process.argv.slice(2);
  const name = ['--help', '-h'].includes(typed) ? 'help' : typed;
  const json = args.includes('--json');
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    return misused(name, `There is no command "${name}". Use one of ${Object.keys(commands).join(', ')}.`, json);
  const { help, positionals, fault } = readArguments(name, command, args);
  if (fault !== null) return misused(name, fault, json);
  // The help of an `admin` verb is printed by its program.
  if (help && !(name === 'admin' && positionals.length > 0) && name !== 'help')
    return answer(name, helpOf(name, command), json);
  if (command.program === null) return answerHere(name, positionals, json);
  const tools = await setUp({ wantsRedis: name === 'start' });
  const started = [path.join(root, command.program), ...(command.before ?? []), ...args];
  if (!json) {
    process.exitCode = await runNode(tools, started);
    return;
  }
  const wrapped = envelopes(name, {
    print: (line) => void process.stdout.write(line),
    aside: (text) => void process.stderr.write(text),
    runs: command.runs === true,
  });
  process.exitCode = await runNode(tools, started, { onOutput: wrapped });
});

/**
 * Handles the commands that need no program.
 * @param {string} name
 * @param {readonly string[]} positionals
 * @param {boolean} json
 */
function answerHere(name, [word = ''], json) {
  if (name === 'schema') {
    const text = readFileSync(path.join(root, 'timeline/document.schema.json'), 'utf8');
    return answer(name, json ? JSON.parse(text) : text, json);
  }
  if (name === 'completion') {
    const script = completion(word);
    if (script === null) return misused(name, `completion needs one of ${shells.join(', ')} (got "${word}").`, json);
    return answer(name, script, json);
  }
  if (word === '') return answer(name, json ? commands : overview(), json);
  const asked = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (asked === undefined)
    return misused(name, `There is no command "${word}". Use one of ${Object.keys(commands).join(', ')}.`, json);
  return answer(name, json ? asked : helpOf(word, asked), json);
}

/**
 * Prints the result of a command.
 * @param {string} name
 * @param {unknown} result a text for the user, or the value shown as JSON
 * @param {boolean} json
 */
function answer(name, result, json) {
  process.stdout.write(json ? `${JSON.stringify(envelopeOf(name, result))}\n` : String(result));
}

/**
 * Reports a wrong command line; the process ends with exit code 2.
 * @param {string} name
 * @param {string} message
 * @param {boolean} json
 */
function misused(name, message, json) {
  const error = { code: 'invalid_request', message, details: {} };
  if (json) process.stdout.write(`${JSON.stringify(envelopeOf(name, { error }))}\n`);
  else process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
