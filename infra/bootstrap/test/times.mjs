// `npm run test:times`: seconds of each package and of the slowest files of the last run, or of the report named as
// argument.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('./times-reporter.ts').FileTime} FileTime */

const report = process.argv[2] ?? path.resolve(import.meta.dirname, '../../../.build/test-times.json');
/** @type {FileTime[]} */
const times = JSON.parse(readFileSync(report, 'utf8'));
const seconds = (/** @type {FileTime} */ { importSec, runSec }) => importSec + runSec;
const sum = (/** @type {readonly FileTime[]} */ files) => files.reduce((total, file) => total + seconds(file), 0);

for (const [name, files] of Map.groupBy(times, (time) => time.package))
  process.stdout.write(`${row(sum(files), files)}  ${name}\n`);
process.stdout.write(`${row(sum(times), times)}  all, in files that run beside each other\n\n`);
for (const file of times.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, 100))
  process.stdout.write(`${row(seconds(file), [file])}  ${file.file}\n`);

/**
 * @param {number} total
 * @param {readonly FileTime[]} files
 */
function row(total, files) {
  const tests = files.reduce((count, file) => count + file.tests, 0);
  return `${total.toFixed(1).padStart(8)} s ${String(tests).padStart(6)} tests`;
}
