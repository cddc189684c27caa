import { spawn } from 'node:child_process';
import { explainFailure, SetupProblem } from './problem.mjs';

/**
 * Runs a command to its end and returns its output. Throws a `SetupProblem` with the reason, or the last lines of
 * output, when it fails.
 * @param {string} what subject of the message: "the packages"
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string; env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>}
 */
export function runCommand(what, command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', (error) => reject(new SetupProblem(`${what}: ${command} cannot be run (${error.message}).`)));
    child.once('close', (code) => {
      if (code === 0) return resolve(output);
      const lastLines = output.trim().split('\n').slice(-15).join('\n');
      const advice = explainFailure(output);
      reject(
        new SetupProblem(
          `${what}: "${command} ${args.join(' ')}" failed with code ${code}.\n${advice ?? ''}\n${lastLines}`,
        ),
      );
    });
  });
}
