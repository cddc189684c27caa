// Preloaded into every process and thread that is measured (`node --import`). It loads the marked copies of source
// files instead of the files, and appends each call to a file of the folder WALK_FOLDER as a line
// `<index of the function> <time in ms since 1970>`. Of several calls of a function, one a second is recorded.
import childProcess from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads from 'node:worker_threads';

const root = path.resolve(import.meta.dirname, '../../..');
const { WALK_FOLDER: folder = '', NODE_OPTIONS = '' } = process.env;
/** Environment variables with which child processes and threads are recorded too. */
const recorded = { WALK_FOLDER: folder, NODE_OPTIONS, NODE_DISABLE_COMPILE_CACHE: '1' };
const intervalMs = 1_000;
const writeEveryMs = 200;

const calls = path.join(folder, `${process.pid}-${workerThreads.threadId}.calls`);
const lastCalls: number[] = [];
let lines: string[] = [];

Object.assign(globalThis, {
  markCall(index: number) {
    const now = performance.now();
    if (now - (lastCalls[index] ?? Number.NEGATIVE_INFINITY) < intervalMs) return;
    lastCalls[index] = now;
    lines.push(`${index} ${performance.timeOrigin + now}\n`);
  },
});
setInterval(write, writeEveryMs).unref();
process.on('exit', write);

function write(): void {
  if (lines.length > 0) appendFileSync(calls, lines.join(''));
  lines = [];
}

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:')) return next(url, context);
    const copy = path.join(folder, path.relative(root, fileURLToPath(url)));
    if (!copy.startsWith(folder) || !existsSync(copy)) return next(url, context);
    const format = copy.endsWith('.ts') ? 'module-typescript' : 'module';
    return { format, source: readFileSync(copy, 'utf8'), shortCircuit: true };
  },
});

// Render processes and threads do not inherit the environment. Render processes usually run a bundle.
const { fork } = childProcess;
const bundledChild = /\/compositor\/program\/build\/.*\/child\.mjs$/;
Object.assign(childProcess, {
  fork(file: string, args: readonly string[], options: childProcess.ForkOptions) {
    const source = bundledChild.test(file) ? path.join(root, 'compositor/src/child/main.ts') : file;
    return fork(source, args, { ...options, env: { ...options.env, ...recorded } });
  },
});
Object.assign(workerThreads, {
  Worker: class extends workerThreads.Worker {
    constructor(file: string | URL, options: workerThreads.WorkerOptions = {}) {
      const env = options.env === workerThreads.SHARE_ENV ? options.env : { ...options.env, ...recorded };
      super(file, { ...options, ...(options.env && { env }) });
    }
  },
});
syncBuiltinESMExports();
