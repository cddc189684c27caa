import { parseArgs } from 'node:util';
import { openTextEngine } from '@framemill/compositor/fonts';
import { readCaseFile } from './case-file/case-file.ts';
import { countVerdicts, runCases } from './case-file/run-cases.ts';
import { HELD_OUT, THEMES } from './messages/index.ts';
import { scoreAll, sumUp } from './score.ts';

const help = `Prints the score of the offline planner: what it makes of more than 500 messages,
or of the cases of files.

Usage: npm run planner -- [options]

  -c, --cases <file>  cases of a JSON file instead (format: api/test/planner/README.md); may be given several times
  -v, --verbose       also what every message that is not right led to
  -h, --help          this text
`;

const { values } = parseArgs({
  options: {
    cases: { type: 'string', short: 'c', multiple: true },
    verbose: { type: 'boolean', short: 'v', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) process.stdout.write(help);
else if (values.cases === undefined) printScore(values.verbose);
else for (const path of values.cases) await printCases(path, values.verbose);

async function printCases(path: string, verbose: boolean) {
  const results = runCases(readCaseFile(path), (await openTextEngine()).layout);
  for (const [index, { verdict, message, ops, missing, harm, unresolved }] of results.entries()) {
    process.stdout.write(`${String(index + 1).padStart(4)} ${verdict.padEnd(8)} ${message.replaceAll('\n', ' / ')}\n`);
    if (verdict === 'right' || !verbose) continue;
    if (ops.length > 0) process.stdout.write(`       ops: ${ops.join(', ')}\n`);
    for (const one of missing) process.stdout.write(`       missing: ${one.slice(0, 400)}\n`);
    for (const one of harm) process.stdout.write(`       HARM: ${one.slice(0, 400)}\n`);
    for (const { instruction, reason } of unresolved) process.stdout.write(`       left: ${instruction}: ${reason}\n`);
  }
  const { right, wrong, refused, harmful } = countVerdicts(results);
  const share = ((right / results.length) * 100).toFixed(1);
  process.stdout.write(
    `${path}: ${results.length} cases, ${right} right (${share} %), ${wrong} wrong, ${refused} refused, ` +
      `${harmful} harmful\n`,
  );
}

function printScore(verbose: boolean) {
  const all = Object.values(THEMES).flat();
  // The first messages compile the patterns: they would be no figure of a running server.
  scoreAll(all);
  for (const [theme, cases] of [...Object.entries(THEMES), ['all', all], ['held out', HELD_OUT]] as const) {
    const scored = scoreAll(cases);
    const { messages, right, harmful, medianMs, longestMs } = sumUp(scored);
    const share = ((right / messages) * 100).toFixed(1);
    const times = `median ${medianMs.toFixed(2)} ms, longest ${longestMs.toFixed(1)} ms`;
    process.stdout.write(
      `${theme.padEnd(10)} ${right} of ${messages} fully right (${share} %), ${harmful} harmful, ${times}\n`,
    );
    if (!verbose || theme === 'all') continue;
    for (const { message, project, ops, missing, harm } of scored) {
      if (missing.length + harm.length === 0) continue;
      process.stdout.write(`  [${project}] ${message.slice(0, 160)}\n    ops: ${ops.join(', ')}\n`);
      for (const one of missing) process.stdout.write(`    missing: ${one.slice(0, 200)}\n`);
      for (const one of harm) process.stdout.write(`    HARM: ${one}\n`);
    }
  }
}
