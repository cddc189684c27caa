import { useSuspenseQuery } from '@tanstack/react-query';
import { buttonClass } from '../ui/button.tsx';
import { amountText, countText, durationText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Badge } from '../ui/indicators.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { queuesQuery } from './operator-queries.ts';

/** Page of the job queues: waiting, running and failed jobs, and the nodes that serve each queue. */
export function QueuesPage() {
  const { data: queues } = useSuspenseQuery(queuesQuery);
  return (
    <Page
      actions={
        <a className={buttonClass()} href="/admin/queues" rel="noreferrer" target="_blank">
          <Icon name="external" /> All jobs
        </a>
      }
      lead="Work that waits for nodes. A growing queue without nodes needs a node with its engine."
      title="Queues"
    >
      {queues.length === 0 ? (
        <Empty icon="queue" title="No queues yet" />
      ) : (
        <Table
          columns={[
            {
              head: 'Queue',
              grows: true,
              cell: ({ kind, engine }) => (
                <>
                  <span className="font-medium">{KINDS[kind][0]}</span>
                  <span className="block text-[13px] text-soft">
                    {KINDS[kind][1]}
                    {engine !== null && (
                      <>
                        , engine <span className="font-mono">{engine}</span>
                      </>
                    )}
                  </span>
                </>
              ),
            },
            { head: 'Waiting', align: 'right', cell: ({ waiting }) => countText(waiting) },
            {
              head: 'Oldest',
              align: 'right',
              cell: ({ oldestSec }) => (oldestSec === null ? '' : durationText(oldestSec)),
            },
            { head: 'Running', align: 'right', cell: ({ active }) => countText(active) },
            { head: 'Failed', align: 'right', cell: ({ failed }) => countText(failed) },
            {
              head: 'Nodes',
              align: 'right',
              cell: ({ nodes, slots, waiting }) => (
                <Badge tone={nodes > 0 ? 'good' : waiting > 0 ? 'bad' : 'neutral'}>
                  {nodes === 0 ? 'None' : `${amountText(nodes, 'node')}, ${amountText(slots, 'slot')}`}
                </Badge>
              ),
            },
          ]}
          keyOf={({ queue }) => queue}
          label="Queues"
          rows={queues.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))}
        />
      )}
    </Page>
  );
}

type QueueKind = Awaited<ReturnType<NonNullable<typeof queuesQuery.queryFn>>>[number]['kind'];

/** Name of each kind of queue, and what it holds. */
const KINDS: Record<QueueKind, readonly [name: string, holds: string]> = {
  preview: ['Previews', 'Exact frames and thumbnails'],
  'preview-html': ['Previews with HTML clips', 'Frames for nodes with a browser'],
  probe: ['Upload checks', 'New files, to read their type and length'],
  'ingest-sound': ['Audio of new files', 'Waveforms and loudness to compute'],
  'ingest-picture': ['Images of new files', 'Thumbnails and preview copies to make'],
  transcribe: ['Transcriptions', 'Speech to turn into words'],
  report: ['Quality checks', 'Finished files to measure'],
  'frames-cpu': ['Segments for CPUs', 'Parts of videos to render'],
  'frames-gpu': ['Segments for GPUs', 'Parts of videos to render'],
  'frames-html': ['Segments with HTML clips', 'Parts of videos for nodes with a browser'],
  audio: ['Audio mixes', 'Audio of whole videos'],
  stitch: ['Final files', 'Segments to join into a file'],
  express: ['Express', 'Short tasks of accounts with little work, while others use every slot'],
};

const ORDER = Object.keys(KINDS);
