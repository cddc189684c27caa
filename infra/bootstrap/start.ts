// The whole service in one command: `npm start`. Runs on Node 24, which `run.mjs` provides.
import path from 'node:path';
import { reasonsOf } from '../src/index.ts';
import { helpOf, UsageError, wantsHelp } from './command-line.mjs';
import { serviceCommands } from './service-commands.mjs';
import { parseStartOptions } from './start/settings.ts';
import { startStack } from './start/stack.ts';
import { openInBrowser, summary } from './start/summary.ts';

const root = path.resolve(import.meta.dirname, '../..');

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (wantsHelp(args)) return void process.stdout.write(helpOf('start', serviceCommands.start));
  const options = parseStartOptions(args);
  const say = (line: string): void => {
    (options.json ? process.stderr : process.stdout).write(`${line}\n`);
  };
  const print = (value: object): void => {
    if (options.json) process.stdout.write(`${JSON.stringify(value)}\n`);
  };

  const stopped = stopRequest();
  const started = Date.now();
  const stack = await startStack({ root, env: process.env, say, signal: stopped.signal }).catch((error: unknown) => {
    // Everything that was started has ended; a start that was stopped has not failed.
    if (stopped.signal.aborted) return null;
    throw error;
  });
  if (stack === null) return;
  const ended = Promise.race([stopped.requested, stack.failed]);
  // `ended` is awaited below; until then a failure must not end the process without its clean-up.
  ended.catch(() => {});
  try {
    const upSec = ((Date.now() - started) / 1000).toFixed(1);
    const studioUrl = `${stack.demo.apiHost}/studio`;
    say(`Studio: ${studioUrl}`);
    print({ ready: stack.demo.apiHost, studio: studioUrl, ...stack.demo, dataDir: stack.dataDir, slots: stack.slots });
    if (options.open) openInBrowser(studioUrl);
    const known = { demo: stack.demo, dataDir: stack.dataDir, slots: stack.slots };
    if (!options.sample) {
      say(`Up in ${upSec} s\n${summary({ ...known, film: null })}\nready ${stack.demo.apiHost}`);
      await ended;
      return;
    }
    say(`Up in ${upSec} s; rendering the sample\nready ${stack.demo.apiHost}`);
    // Loaded on demand: the service itself must start without it.
    const { runSample } = await import('./sample/run-sample.ts');
    const { apiHost, liveKey } = stack.demo;
    const { signal } = stopped;
    const sample = runSample({ dataDir: stack.dataDir, apiHost, liveKey, output: process.stdout, signal });
    const result = await Promise.race([sample, ended]);
    if (result === undefined) return;
    await stack.publish('film.mp4', result.file);
    print({ rendered: result.file, frames: result.frames, fps: result.fps });
    const line = `rendered ${result.file}: ${result.frames} frames, ${result.fps.toFixed(1)} fps`;
    const last = summary({ ...known, film: result.file });
    if (options.once) {
      say(last);
      await stack.stop();
      return say(line);
    }
    say(`${line}\n${last}\nStill up; Ctrl-C stops it.`);
    await ended;
  } finally {
    await stack.stop();
  }
}

/** Resolves at SIGINT, at SIGTERM, or when the launcher has ended; a second signal ends the process at once. */
function stopRequest(): { requested: Promise<void>; signal: AbortSignal } {
  const controller = new AbortController();
  const requested = new Promise<void>((resolve) => {
    const stop = () => {
      if (controller.signal.aborted) process.exit(1);
      controller.abort();
      process.stderr.write('Stopping ...\n');
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    process.once('disconnect', () => {
      if (!controller.signal.aborted) stop();
    });
    process.channel?.unref();
  });
  return { requested, signal: controller.signal };
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`\n${reasonsOf(error)}\n`);
    if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
