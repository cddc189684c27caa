import { spawn } from 'node:child_process';

/** Error of the set-up that the user can resolve. It is printed without a stack. */
export class SetupProblem extends Error {}

/**
 * Converts the output of a failed installer to a message with advice; null for an unknown failure.
 * @param {string} output
 */
export function explainFailure(output) {
  if (/ENOSPC|No space left on device/i.test(output)) {
    return 'The disk is full. Free at least 3 GB and run the same command again.';
  }
  if (
    /ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT/i.test(output) ||
    /Temporary failure resolving|Could not resolve/i.test(output)
  ) {
    return (
      'The network or the package registry cannot be reached. Check the connection (and proxy settings) and run ' +
      'the same command again.'
    );
  }
  if (/EACCES|EPERM|Permission denied/i.test(output)) {
    return 'Write permission is missing. Check the owner of this folder and run the same command again.';
  }
  return null;
}

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
