import { type Bar, describeBar, isReachedBar } from '../crowding/bars.ts';
import type { Results } from './results.ts';

/**
 * Returns the results of the isolation search as lines of Markdown: all bars, the attacks that miss one, and the
 * outcomes of every attack.
 */
export function isolationTable({ isolation }: Results): string[] {
  if (!isolation) return [];
  const { seed, seconds, bars, findings, windows, control, answers, unreached, peakMb, attackedGrowthMb } = isolation;
  return [
    '## One account beside another that attacks',
    '',
    `${windows.length} windows in ${seconds} s, seed ${seed}, ${Object.keys(answers).length} attacks; the API had ${peakMb.toFixed(0)} MB at most.`,
    `During attacks its memory changed by ${attackedGrowthMb.toFixed(0)} MB in the last 300 s (medians of 30 s), with the calls that ran.`,
    `Alone: \`GET /v1/me\` p99 ${control.meP99Ms.toFixed(0)} ms. What attacks has the lowest priority, and shares the machine with the service.`,
    '',
    '| bar | measured | at most | |',
    '|---|---|---|---|',
    ...bars.map(barRow),
    '',
    ...(findings.length === 0
      ? ['No attack was found that misses a bar alone.', '']
      : ['Attacks that miss a bar alone:', '']),
    ...findings.map(
      ({ attack, afterSec, missed }) =>
        `- after ${afterSec.toFixed(0)} s, ${attack}: ${missed.map(describeBar).join('; ')}`,
    ),
    ...(findings.length === 0 ? [] : ['']),
    `<details><summary>Answers by attack${unreached.length === 0 ? '' : ` (refusals alone: ${unreached.length})`}</summary>`,
    '',
    '| attack | answers |',
    '|---|---|',
    ...Object.entries(answers).map(
      ([attack, counts]) =>
        `| ${unreached.includes(attack) ? '**refused** ' : ''}${attack} | ${Object.entries(counts)
          .map(([status, count]) => `${count} x ${status}`)
          .join(', ')} |`,
    ),
    '',
    '</details>',
    '',
  ];
}

function barRow(bar: Bar): string {
  const { what, measured, limit, unit } = bar;
  const verdict = isReachedBar(bar) ? 'reached' : '**missed**';
  return `| ${what} | ${measured.toFixed(0)} ${unit} | ${limit.toFixed(0)} ${unit} | ${verdict} |`;
}
