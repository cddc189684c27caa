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
            { head: 'Queue', grows: true, cell: ({ queue }) => <span className="font-mono text-[13px]">{queue}</span> },
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
          rows={queues}
        />
      )}
    </Page>
  );
}
