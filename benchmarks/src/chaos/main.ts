// `npm run test:chaos`
import { resolve } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { help, parseChaosOptions } from './options.ts';
import { writeReport } from './report.ts';
import { runChaos } from './run-chaos.ts';

const root = resolve(import.meta.dirname, '../../..');

try {
  const options = parseChaosOptions(process.argv.slice(2));
  if (options === null) process.stdout.write(help);
  else {
    const results = await runChaos(root, options, (line) => process.stdout.write(`${line}\n`));
    process.exitCode = writeReport(root, options, results).failed === 0 ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof FramemillError ? `Error: ${error.message}` : String(error)}\n`);
  process.exitCode = 1;
}
// Waits for abandoned renders may still be pending: they must not keep the process alive.
process.exit();
