import type { BatchFigures } from '../batch/batch-figures.ts';
import type { Results } from './results.ts';

/**
 * Returns the results of the batch benchmark as lines of Markdown; none when it was not run. `name` is the base name of
 * its image.
 */
export function batchTable({ batch }: Results, name: string): string[] {
  if (!batch) return [];
  const { items, completed, quality } = batch;
  return [
    '## A batch',
    '',
    `${items} films of 10 s at 1080p30 in quality ${quality}: videos of 3.5 s with a logo at both ends and music,`,
    'which all share, and between them 3 s of moving shapes with a name, a picture and a colour of their own. The leading',
    'scheduler was killed with SIGKILL when 40 % were done, a node at 60 %.',
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
    `| files looked at, different ones, with another name, picture or colour than ordered | ${files.read}, ${files.different}, ${wrong} |`,
    `| frames delivered, frames rendered | ${frames.delivered}, ${frames.rendered} |`,
    `| segments that were shared | ${segments.shared} of ${segments.total}: ${share.toFixed(0)} % (at least 35 % are wanted) |`,
    `| segments rendered; attempts that were lost with the node | ${segments.rendered}; ${lostAttempts} |`,
    `| from the request to the last file | ${wallSec.toFixed(0)} s: ${(completed / wallSec).toFixed(2)} films a second; ${quotedSec.toFixed(0)} s were quoted, after four films of another account |`,
    `| that over segments rendered x their median time (${segmentSec.toFixed(2)} s) / ${slots} slots | ${ideal.toFixed(0)} s: ${(wallSec / ideal).toFixed(2)} (at most 1.10 is wanted) |`,
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
