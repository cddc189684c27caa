import { joinRunningServices, loadConfig, readRunningServices, reasonsOf } from '@framemill/infra';
import { UsageError } from '@framemill/infra/command-line';
import { readCommandLine } from './command-line.ts';
import { adminCommands } from './commands/index.ts';
import { openContext } from './open-context.ts';

/** Runs one admin command. Results go to stdout, problems to stderr. */
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
  process.exitCode = error instanceof UsageError ? 2 : 1;
});

/** Formats a command's result for a terminal: lists as a table, a single record as `name: value` lines. */
function formatResult(result: unknown): string {
  if (Array.isArray(result)) return result.length === 0 ? '(none)' : table(result.map(cells));
  return Object.entries(cells(result))
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

function cells(record: unknown): Record<string, string> {
  if (typeof record !== 'object' || record === null) return { value: String(record) };
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cell(value)]));
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function table(rows: Record<string, string>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => (row[name] ?? '').length)));
  const line = (texts: string[]) =>
    texts
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? '')))].join('\n');
}
