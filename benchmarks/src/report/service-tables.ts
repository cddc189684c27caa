import type { BatchFigures } from '../batch/batch-figures.ts';
import { type Bar, describeBar, isReachedBar } from '../crowding/bars.ts';
import { stackRoles } from '../stack/start-stack.ts';
import { stepNames } from '../suites/service-steps.ts';
import type { ShortFilmFigures } from '../suites/short-films.ts';
import type { StudioFigure } from '../suites/studio.ts';
import type { Results } from './results.ts';

/**
 * Returns the results of the batch benchmark as lines of Markdown; an empty list when it was not run. `name` is the
 * base name of the image file.
 */
export function batchTable({ batch }: Results, name: string): string[] {
  if (!batch) return [];
  const { items, completed, quality } = batch;
  return [
    '## A batch',
    '',
    `${items} films of 10 s at 1080p30 in quality ${quality}: videos of 3.5 s with a logo at both ends and music,`,
    'which all share, and between them 3 s of moving shapes with a name, a picture and a colour of their own. The',
    'leading scheduler was killed with SIGKILL when 40 % were done, a node at 60 %.',
    ...(completed === items ? [] : ['', `**Ended early, with ${completed} of ${items} done.**`]),
    '',
    '| what | measured |',
    '|---|---|',
    ...rowsOf(batch),
    '',
    'Every file was then fetched from the API and a frame of its own part decoded by ffmpeg; name, number, picture and',
    'colour were read from the pixels, beside previews of ten other names. Processor time and memory:',
    '',
    '| processes | processor time | an item | memory at a tenth of the items | at the end | most |',
    '|---|---|---|---|---|---|',
    ...usageRows(batch),
    '',
    `![Frames of some of the films](${name}-films.png)`,
    '',
  ];
}

function rowsOf({ items, completed, renders, frames, segments, files, lostAttempts, ...time }: BatchFigures): string[] {
  const { wallSec, quotedSec, segmentSec, slots } = time;
  const share = (segments.shared / Math.max(1, segments.total)) * 100;
  const ideal = (segments.rendered * segmentSec) / slots;
  const wrong = files.wrong.length === 0 ? 'none' : `${files.wrong.length}: ${files.wrong.slice(0, 3).join('; ')}`;
  return [
    `| items completed, renders made for them, files stored | ${completed} of ${items}, ${renders}, ${files.stored} |`,
    '| files looked at, different ones, with another name, picture or colour than ordered | ' +
      `${files.read}, ${files.different}, ${wrong} |`,
    `| frames delivered, frames rendered | ${frames.delivered}, ${frames.rendered} |`,
    `| segments that were shared | ${segments.shared} of ${segments.total}: ${share.toFixed(0)} % ` +
      '(at least 35 % are wanted) |',
    `| segments rendered; attempts that were lost with the node | ${segments.rendered}; ${lostAttempts} |`,
    `| from the request to the last file | ${wallSec.toFixed(0)} s: ` +
      `${(completed / wallSec).toFixed(2)} films a second; ` +
      `${quotedSec.toFixed(0)} s were quoted, after four films of another account |`,
    `| that over segments rendered x their median time (${segmentSec.toFixed(2)} s) / ${slots} slots | ` +
      `${ideal.toFixed(0)} s: ${(wallSec / ideal).toFixed(2)} (at most 1.10 is wanted) |`,
  ];
}

function usageRows({ usage, completed }: BatchFigures): string[] {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  const row = (role: string, cpuSec: number, memory: string) =>
    `| ${role} | ${cpuSec.toFixed(1)} s | ${((cpuSec / Math.max(1, completed)) * 1_000).toFixed(0)} ms | ${memory} |`;
  const all = usage.reduce((sum, { cpuSec }) => sum + cpuSec, 0);
  return [
    ...usage.map(({ role, cpuSec, resident: { early, end, most } }) =>
      row(role, cpuSec, `${megabytes(early)} | ${megabytes(end)} | ${megabytes(most)}`),
    ),
    row('all', all, '- | - | -'),
  ];
}

/**
 * Returns the quotes and the measured times of the renders as lines of Markdown, with one table row for each render.
 */
export function quotesTable({ quotes }: Results): string[] {
  if (!quotes) return [];
  const { renders, within, medianError } = quotes;
  const exact = renders.filter(({ isExact }) => isExact).length;
  return [
    '## Quotes',
    '',
    `${within} of ${renders.length} quotes are within 25 % of what the render took`,
    `(median ${(medianError * 100).toFixed(0)} % off);`,
    `${exact} named the very number of segments that were rendered.`,
    '',
    '| film | frames | of them to render | measured of | quoted | taken | off |',
    '|---|---|---|---|---|---|---|',
    ...renders.map(({ what, frames, framesToRender, measuredBy, quotedSec, tookSec }) => {
      const off = `${((quotedSec / tookSec - 1) * 100).toFixed(0)} %`;
      const times = `${quotedSec.toFixed(2)} s | ${tookSec.toFixed(2)} s | ${off}`;
      return `| ${what} | ${frames} | ${framesToRender} | ${measuredBy} | ${times} |`;
    }),
    '',
  ];
}

/**
 * Returns the times of short videos, rendered with the command line and through the service, as lines of Markdown. The
 * times are compared with the reference T: ffmpeg decoding and encoding a clip of the same length. Further tables show
 * the steps of a render in the service and the processor time of each role.
 */
export function shortFilmsTable({ shortFilms }: Pick<Results, 'shortFilms'>): string[] {
  if (!shortFilms) return [];
  return [
    '## Short films',
    '',
    'Each film is one 1080p30 clip with a text. The time of `npm run render` includes npm and the set-up check. The',
    'time of the service is measured from the POST until the client, which asks every 40 ms, sees COMPLETED. The',
    'service is warm and has two slots. "Not rendering" is this time minus an estimate of the time for rendering. The',
    'estimate assumes rounds in which each slot renders one segment, all of which take the mean time of a segment; in',
    'the last round, one slot may be idle. If the estimate is too high, the value is below 0.',
    '',
    '| film | T | T, CPU | `npm run render` | of T | CPU | service | of T | not rendering |',
    '|---|---|---|---|---|---|---|---|---|',
    ...shortFilms.map(filmRow),
    '',
    `| film, ms in the service | ${stepNames.join(' | ')} | of frames rendering | a slot idle meanwhile |`,
    `|---|${stepNames.map(() => '---|').join('')}---|---|`,
    ...shortFilms.map(({ seconds, service: { steps } }) => {
      const cells = stepNames.map((name) => Math.round(steps[name]));
      return `| ${seconds} s | ${cells.join(' | ')} | ${Math.round(steps.renderMs)} | ${Math.round(steps.idleMs)} |`;
    }),
    '',
    `| film, processor seconds in the service | ${stackRoles.join(' | ')} | all |`,
    `|---|${stackRoles.map(() => '---|').join('')}---|`,
    ...shortFilms.map(({ seconds, service: { cpuSec } }) => {
      const used = stackRoles.map((role) => cpuSec[role]);
      const all = used.reduce((sum, one) => sum + one, 0);
      return `| ${seconds} s | ${[...used, all].map((one) => one.toFixed(2)).join(' | ')} |`;
    }),
    '',
  ];
}

function filmRow({ seconds, t, command, service }: ShortFilmFigures): string {
  const cells = [
    `${seconds} s`,
    `${t.wallSec.toFixed(2)} s`,
    `${t.cpuSec.toFixed(2)} s`,
    `${command.wallSec.toFixed(2)} s`,
    (command.wallSec / t.wallSec).toFixed(2),
    `${command.cpuSec.toFixed(2)} s`,
    `${service.wallSec.toFixed(2)} s`,
    (service.wallSec / t.wallSec).toFixed(2),
    `${Math.round(service.wallSec * 1_000 - service.steps.renderMs)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Returns the Studio's figures with their budgets as lines of Markdown. `name` is the base name of the images. */
export function studioTable({ studio }: Results, name: string): string[] {
  if (!studio) return [];
  return [
    '## The Studio',
    '',
    'Chromium without a window, 1440 x 900, beside the whole service on the same machine. A frame is the time between',
    'two that the page draws; one of 60 a second takes 16.7 ms.',
    '',
    '| what | measured | budget |',
    '|---|---|---|',
    ...studio.map((figure) => `| ${figure.what} | ${shown(figure)} | ${verdict(figure)} |`),
    '',
    `![The values behind the figures.](${name}-studio.png)`,
    '',
    `![The editor with 10,000 clips.](${name}-editor.png)`,
    '',
  ];
}

/** Returns the value of a figure with its unit, and the number of values behind it. */
export function shown({ value, unit, values }: StudioFigure): string {
  const digits = unit === 'x' ? 2 : unit === '%' ? 1 : 0;
  const largest = Math.max(...values).toFixed(digits);
  const most = values.length === 0 ? '' : ` (${values.length} values, the largest ${largest})`;
  return `${value.toFixed(digits)} ${unit}${most}`;
}

/** Returns the budget of a figure, in bold when it is exceeded. */
export function verdict({ value, most, unit }: StudioFigure): string {
  return value <= most ? `at most ${most} ${unit}` : `**more than ${most} ${unit}**`;
}

/**
 * Returns the results of the isolation search as lines of Markdown: all limits with their measured values, the attacks
 * that exceed one, and the outcomes of every attack.
 */
export function isolationTable({ isolation }: Results): string[] {
  if (!isolation) return [];
  const { seed, seconds, bars, findings, windows, control, answers, unreached, peakMb, attackedGrowthMb } = isolation;
  return [
    '## One account beside another that attacks',
    '',
    `${windows.length} windows in ${seconds} s, seed ${seed}, ${Object.keys(answers).length} attacks;`,
    `the API had ${peakMb.toFixed(0)} MB at most. During attacks its memory changed by`,
    `${attackedGrowthMb.toFixed(0)} MB in the last 300 s (medians of 30 s), with the calls that ran.`,
    `Alone: \`GET /v1/me\` p99 ${control.meP99Ms.toFixed(0)} ms. What attacks has the lowest priority, and shares the`,
    'machine with the service.',
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
    '<details><summary>Answers by attack' +
      `${unreached.length === 0 ? '' : ` (refusals alone: ${unreached.length})`}</summary>`,
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
