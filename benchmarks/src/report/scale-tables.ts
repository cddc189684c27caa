import type { ReadFigures } from '../scale/measure-statements.ts';
import type { DrainFigures, LevelFigures, PeriodFigures } from '../scale/measure-ticks.ts';
import type { ScaleFigures } from '../suites/scale.ts';
import type { Results } from './results.ts';

/** Largest wanted values of one leader; the rate is the smallest wanted one. */
const wanted = { tickBuffers: 500, buffersPerChange: 25, rangesPerSec: 400 };

/** Returns the figures of the scale benchmark as lines of Markdown; an empty list when it was not run. */
export function scaleTables({ scale }: Results): string[] {
  if (!scale) return [];
  const { renders, databaseBytes, reads, levels } = scale;
  return [
    '## A large history',
    '',
    `PostgreSQL with ${count(renders)} ended renders of 2,000 accounts, of which one has a fifth of all rows:`,
    `${(databaseBytes / 1e9).toFixed(1)} GB on disk. It does not wait for the disk, and runs no autovacuum. A page`,
    '("buffer") has 8 kB.',
    '',
    ...(reads ? readsTable(reads) : []),
    ...(levels ? levelTables(levels, scale.pace) : []),
  ];
}

function readsTable(reads: readonly ReadFigures[]): string[] {
  const missed = reads.filter(isMissed);
  return [
    '### What statements and calls read',
    '',
    'Rows of the first two groups are single statements of background loops, executed with EXPLAIN; of several',
    'executions the one that read most is shown. All other rows are whole calls. A list may read 200 pages and 5 more',
    'for each row that it shows. The sweep may read 5 pages for each row that it removes.',
    '',
    missed.length === 0
      ? `All ${reads.length} are within their limits.`
      : `**${missed.length} of ${reads.length} exceed their limit: ${missed.map(({ what }) => shortSql(what)).join('; ')}.**`,
    '',
    '| who | what | rows read | pages | limit | |',
    '|---|---|---|---|---|---|',
    ...reads.map((row) => {
      const cells = [
        row.who,
        `\`${shortSql(row.what)}\``,
        row.rows === null ? '-' : count(row.rows),
        count(row.buffers),
      ];
      const limit = row.limit === null ? ['-', ''] : [count(row.limit), isMissed(row) ? '**exceeded**' : 'reached'];
      return `| ${[...cells, ...limit].join(' | ')} |`;
    }),
    '',
  ];
}

function isMissed({ buffers, limit }: ReadFigures): boolean {
  return limit !== null && buffers > limit;
}

function levelTables(levels: readonly LevelFigures[], pace: ScaleFigures['pace']): string[] {
  const drains = levels.flatMap(({ openRenders, drain }) => (drain ? [{ openRenders, drain }] : []));
  return [
    '### One leader',
    '',
    'The scheduler has one leader for all accounts; it has no shards. Open renders belong to 500 accounts and have three',
    'segments each, in two tasks. "At rest" is a period in which nothing changes: the leader then runs one tick with all',
    'side steps in each second. Meanwhile, the API answers 60 calls a second.',
    '',
    '| open renders | a new leader dispatches after | pages a tick at rest | time in PostgreSQL a tick | processor time of the scheduler a tick |',
    '|---|---|---|---|---|',
    ...levels.map(({ openRenders, firstDispatchSec, rest }) => {
      const cells = [
        count(openRenders),
        firstDispatchSec === null ? '-' : `${firstDispatchSec.toFixed(1)} s`,
        `${count(rest.buffersPerSec)}, ${verdict(rest.buffersPerSec, wanted.tickBuffers)}`,
        `${rest.databaseMsPerSec.toFixed(1)} ms`,
        `${(rest.cpuMsPerSec.scheduler ?? 0).toFixed(0)} ms`,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    '',
    ...restProfile(levels.at(-1)),
    ...(drains.length > 0 ? drainTables(drains, pace) : []),
    'Response times of the API meanwhile, p50 and p99 in ms:',
    '',
    '| period | poll of a queued render | poll of a running render | list of renders |',
    '|---|---|---|---|',
    ...levels.flatMap(({ openRenders, rest, drain }) => [
      callsRow(`${count(openRenders)} open renders, at rest`, rest),
      ...(drain ? [callsRow(`${count(openRenders)} open renders, being rendered`, drain)] : []),
    ]),
    '',
    ...(drains.length > 0 ? limitTable(drains.at(-1)?.drain) : []),
  ];
}

/** Number of statements of a tick at rest that are shown. */
const restShown = 6;

function restProfile(level: LevelFigures | undefined): string[] {
  if (!level) return [];
  const { seconds, profile } = level.rest;
  const most = [...profile].sort((a, b) => b.buffers - a.buffers).slice(0, restShown);
  return [
    `Statements that read most in a tick at rest with ${count(level.openRenders)} open renders:`,
    '',
    '| statement of the leader | pages a tick | calls a tick |',
    '|---|---|---|',
    ...most.map(({ text, buffers, calls }) => {
      return `| \`${shortSql(text)}\` | ${(buffers / seconds).toFixed(0)} | ${(calls / seconds).toFixed(1)} |`;
    }),
    '',
  ];
}

interface Drain {
  readonly openRenders: number;
  readonly drain: DrainFigures;
}

function drainTables(drains: readonly Drain[], { nodes, slots, msPerRange }: ScaleFigures['pace']): string[] {
  return [
    `Then ${nodes} nodes of ${slots} slots complete each range after ${msPerRange} ms, without work: at most`,
    `${count((nodes * slots * 1_000) / msPerRange)} ranges a second.`,
    '',
    '| open renders | ranges/s dispatched | ranges/s completed | renders/s ended | pages for each job that was dispatched or completed |',
    '|---|---|---|---|---|',
    ...drains.map(({ openRenders, drain }) => {
      const rate = drain.completed / drain.seconds;
      const cells = [
        count(openRenders),
        (drain.dispatched / drain.seconds).toFixed(0),
        `${rate.toFixed(0)}, ${rate >= wanted.rangesPerSec ? 'at least' : '**less than**'} ${wanted.rangesPerSec}`,
        (drain.rendersEnded / drain.seconds).toFixed(0),
        `${pagesPerChange(drain).toFixed(0)}, ${verdict(pagesPerChange(drain), wanted.buffersPerChange)}`,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    '',
    ...drains.flatMap(profileTable),
  ];
}

/** Returns the pages of the leader's statements for each range or mux that was dispatched or completed. */
function pagesPerChange({ buffersPerSec, seconds, dispatched, completed, muxes }: DrainFigures): number {
  return (buffersPerSec * seconds) / Math.max(1, dispatched + completed + 2 * muxes);
}

function profileTable({ openRenders, drain }: Drain): string[] {
  const { profile, databaseMsPerSec, seconds, cpuMsPerSec } = drain;
  const all = databaseMsPerSec * seconds;
  const ranges = Math.max(1, drain.completed);
  const processors = Object.entries(cpuMsPerSec).sort(([, a], [, b]) => b - a);
  return [
    `Profile with ${count(openRenders)} open renders. PostgreSQL executed statements of the leader for`,
    `${databaseMsPerSec.toFixed(0)} ms in each second. Processor time in each second:`,
    `${processors.map(([role, ms]) => `${role} ${ms.toFixed(0)} ms`).join(', ')}.`,
    '',
    '| statement of the leader | share of the time | calls a range | ms a range | pages a range |',
    '|---|---|---|---|---|',
    ...profile.map(({ text, calls, ms, buffers }) => {
      const share = `${((ms / all) * 100).toFixed(1)} %`;
      const each = [(calls / ranges).toFixed(2), (ms / ranges).toFixed(3), (buffers / ranges).toFixed(1)];
      return `| \`${shortSql(text)}\` | ${[share, ...each].join(' | ')} |`;
    }),
    '',
  ];
}

function callsRow(name: string, { calls }: PeriodFigures): string {
  const cells = ['poll of a queued render', 'poll of a running render', 'list of renders'].map((what) => {
    const figures = calls.find((one) => one.what === what);
    if (!figures) return '-';
    const failed = figures.failed > 0 ? `, **${figures.failed} failed**` : '';
    return `${figures.p50Ms.toFixed(1)}, ${figures.p99Ms.toFixed(1)} (${figures.calls} calls${failed})`;
  });
  return `| ${[name, ...cells].join(' | ')} |`;
}

/** Time of a slot for a range, in seconds: one segment of 4 s at 0.83 s for each second of video, and the target. */
const rangeSec = { segment: 3.3, target: 6 };

function limitTable(drain: DrainFigures | undefined): string[] {
  if (!drain) return [];
  const rate = drain.completed / drain.seconds;
  const slots = { segment: rate * rangeSec.segment, target: rate * rangeSec.target };
  return [
    `At ${rate.toFixed(0)} ranges a second, with all processes on this machine, one leader keeps this many slots at`,
    `work. A slot takes ${rangeSec.segment} s for a range of one segment of 4 s (0.83 s for each second of video,`,
    `docs/capacity.md), and about ${rangeSec.target} s for the ranges that the scheduler aims at.`,
    '',
    '| | slots | nodes of 2 slots | of 8 slots | of 16 slots |',
    '|---|---|---|---|---|',
    ...Object.entries({ 'ranges of one segment of 4 s': slots.segment, 'ranges of 6 s': slots.target }).map(
      ([what, most]) => `| ${[what, ...[1, 2, 8, 16].map((each) => count(Math.floor(most / each)))].join(' | ')} |`,
    ),
    '',
  ];
}

function verdict(measured: number, most: number): string {
  return measured > most ? `**more than ${most}**` : `at most ${most}`;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

const longestSql = 120;

/** Returns the text of an SQL statement in at most 120 characters for a table, without its list of columns. */
export function shortSql(text: string): string {
  const one = text
    .replace(/"public"\./g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^SELECT [^()]{30,}? FROM /, 'SELECT ... FROM ')
    .replace(/ RETURNING .{30,}$/, ' RETURNING ...')
    .replaceAll('|', '\\|')
    .replaceAll('`', "'");
  return one.length > longestSql ? `${one.slice(0, longestSql - 4)} ...` : one;
}
