import { parseArgs } from 'node:util';
import { HELD_OUT, THEMES } from './messages/index.ts';
import { scoreAll, sumUp } from './score.ts';

const help = `Prints the score of the offline planner: what it makes of more than 500 messages.

Usage: npm run planner -- [options]

  -v, --verbose  also every message that is not fully right
  -h, --help     this text
`;

const { values } = parseArgs({
  options: {
    verbose: { type: 'boolean', short: 'v', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const { verbose } = values;
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
// The first messages compile the patterns: they would be no figure of a running server.
scoreAll(Object.values(THEMES).flat());
const all = Object.values(THEMES).flat();
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
