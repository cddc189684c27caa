import { joinRunningServices, loadConfig, readRunningServices, reasonsOf } from '@framemill/infra';
import { readCommandLine } from './command-line.ts';
import { adminCommands } from './commands/index.ts';
import { openContext } from './open-context.ts';
import { formatResult } from './print-result.ts';

/** Runs one admin command. Results go to stdout, problems to stderr with exit status 1. */
async function main(words: string[]): Promise<void> {
  const request = readCommandLine(words, adminCommands);
  if (request.kind === 'help') return write(request.text);
  // The environment takes precedence over the service started with "npm start".
  const running = await readRunningServices(loadConfig(process.env).dataDir);
  const context = openContext(loadConfig(joinRunningServices(running, process.env)));
  try {
    const result = await request.command.run(request.input, context);
    write(request.json ? JSON.stringify(result, null, 2) : formatResult(result));
  } finally {
    await context.close();
  }
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonsOf(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
