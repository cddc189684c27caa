import type { Results } from './results.ts';

/** A batch whose leader and one of whose nodes were killed. */
export function batchTable({ batch }: Results): string[] {
  if (!batch) return [];
  const { items, completed, renders, frames, segments, wallSec, quotedSec, slotSec, slots, lostAttempts } = batch;
  const share = (segments.shared / Math.max(1, segments.total)) * 100;
  const ideal = slotSec / slots;
  return [
    '## A batch',
    '',
    `${items} films of 10 s at 1080p, each with a name and a picture between an intro and an outro that all share. The leading scheduler was`,
    'killed when 40 % were done, a node at 60 %.',
    '',
    '| what | measured |',
    '|---|---|',
    `| items completed, renders made for them | ${completed}, ${renders} |`,
    `| frames delivered, frames rendered | ${frames.delivered}, ${frames.rendered} |`,
    `| segments that were shared | ${segments.shared} of ${segments.total}: ${share.toFixed(0)} % (at least 35 % are wanted) |`,
    `| attempts that were lost with the node | ${lostAttempts} |`,
    `| from the request to the last file | ${wallSec.toFixed(0)} s; ${quotedSec.toFixed(0)} s were quoted before anything was measured |`,
    `| that over the time of the rendered segments on ${slots} slots | ${ideal.toFixed(0)} s: ${(wallSec / ideal).toFixed(2)} (at most 1.10 is wanted) |`,
    '',
  ];
}
