// Sets up what is missing, then runs a program of Framemill on Node 24:
//   node infra/bootstrap/run.mjs [--here] <file> [arguments...]
// `--here`: in this process when it already runs Node 24, which saves the start of another one; for programs that end
// by themselves.
import { spawn } from 'node:child_process';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNewEnough } from './setup/toolchain.mjs';
import { root, runMain, setUp } from './setup.mjs';

/**
 * Callbacks for the output of a program, and for its exit code at the end.
 * @typedef {{ stdout(chunk: Buffer): void; stderr(chunk: Buffer): void; end(code: number): void }} Output
 */

/**
 * Runs a program on the Node that the set-up has chosen, with the terminal of this process. Resolves with the program's
 * exit code. Signals to this process are forwarded to the program.
 * @param {{ node: string; env: NodeJS.ProcessEnv }} tools
 * @param {string[]} args
 * @param {{ inBackground?: boolean; inOnePiece?: boolean; onOutput?: Output }} [options] `inBackground`: run at the
 *   lowest priority, and print its output in one piece at its end; `inOnePiece`: only the latter; `onOutput`: receives
 *   the output instead of the terminal
 * @returns {Promise<number>}
 */
export function runNode({ node, env }, args, { inBackground = false, inOnePiece = inBackground, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const command = [...(inBackground ? ['nice', '-n', '19'] : []), node, '--disable-warning=ExperimentalWarning'];
    const [program = node, ...rest] = command;
    const output = inOnePiece || onOutput ? 'pipe' : 'inherit';
    // The channel closes when this process dies in any way: long-running programs stop then.
    const child = spawn(program, [...rest, ...args], { stdio: ['inherit', output, output, 'ipc'], env });
    /** @type {Buffer[]} */
    const printed = [];
    child.stdout?.on('data', onOutput?.stdout ?? ((chunk) => printed.push(chunk)));
    child.stderr?.on('data', onOutput?.stderr ?? ((chunk) => printed.push(chunk)));
    let interrupted = false;
    // Ctrl-C reaches the whole foreground process group by itself; a second copy would count as "stop at once".
    const onInterrupt = () => {
      interrupted = true;
    };
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      interrupted = true;
      child.kill(signal);
    };
    process.on('SIGINT', onInterrupt).on('SIGTERM', forward).on('SIGHUP', forward);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.stdout.write(Buffer.concat(printed));
      process.off('SIGINT', onInterrupt).off('SIGTERM', forward).off('SIGHUP', forward);
      const result = code ?? (signal === 'SIGINT' ? 130 : 1);
      onOutput?.end(result);
      // After an interruption, the steps that would follow the program must not run.
      if (interrupted) process.exit(result);
      resolve(result);
    });
  });
}

if (process.argv[1] === path.join(root, 'infra/bootstrap/run.mjs')) {
  runMain(async () => {
    const given = process.argv.slice(2);
    const isHere = given[0] === '--here';
    const [file, ...args] = isHere ? given.slice(1) : given;
    if (file === undefined) throw new Error('Usage: node infra/bootstrap/run.mjs [--here] <file> [arguments...]');
    const tools = await setUp();
    const program = path.resolve(root, file);
    if (isHere && isNewEnough(process.versions.node)) await runHere(tools.env, program, args);
    else process.exitCode = await runNode(tools, [program, ...args]);
  });
}

/**
 * Runs `program` in this process as if it had been started with `env`. The program sets the exit code.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} program
 * @param {string[]} args
 */
async function runHere(env, program, args) {
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...args];
  // Node reads the variable only at its start.
  module.enableCompileCache(env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(program).href);
}
