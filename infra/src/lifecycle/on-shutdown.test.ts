import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const module = JSON.stringify(fileURLToPath(new URL('on-shutdown.ts', import.meta.url)));

/**
 * Runs a process that calls `onShutdown` with the function in `stop` (source text), and sends it the signals once it is
 * running. Resolves with its exit code and output.
 */
async function stopped(stop: string, signals: NodeJS.Signals[]): Promise<{ code: number; output: string[] }> {
  const script = `
    import { onShutdown } from ${module};
    const log = { info() {}, error(_, message) { console.log(message); } };
    onShutdown(log, ${stop}, { timeoutMs: 200 });
    setInterval(() => {}, 1000);
    console.log('up');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => output.push(line));
  await once(lines, 'line');
  for (const signal of signals) child.kill(signal);
  const [code] = await once(child, 'exit');
  return { code, output };
}

describe('onShutdown', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('stops in order at %s', async (signal) => {
    const result = await stopped("async () => { console.log('stopped'); }", [signal]);
    expect(result).toEqual({ code: 0, output: ['up', 'stopped'] });
  });

  it('ends with 1 when stopping fails or hangs', async () => {
    expect((await stopped("async () => { throw new Error('no'); }", ['SIGTERM'])).code).toBe(1);
    const hung = await stopped('() => new Promise(() => {})', ['SIGTERM']);
    expect(hung).toEqual({ code: 1, output: ['up', 'did not stop in time; ending anyway'] });
  });
});
