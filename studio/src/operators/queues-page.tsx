import { useSuspenseQuery } from '@tanstack/react-query';
import { buttonClass } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { queuesQuery } from './operator-queries.ts';

/** What waits and runs in each queue. */
export function QueuesPage() {
  const { data: queues } = useSuspenseQuery(queuesQuery);
  const fields = Object.keys(queues[0] ?? {}).filter((field) => field !== 'name' && field !== 'queue');
  return (
    <Page
      actions={
        <a className={buttonClass()} href="/admin/queues" rel="noreferrer" target="_blank">
          <Icon name="external" /> Every job
        </a>
      }
      lead="Nodes take work from here. A queue that grows while nobody serves it needs a node of its engine."
      title="Queues"
    >
      {queues.length === 0 ? (
        <Empty icon="queue" title="No queues yet" />
      ) : (
        <Table
          columns={[
            {
              head: 'Queue',
              grows: true as const,
              cell: (queue) => <span className="font-mono text-[13px]">{textOf(queue.name ?? queue.queue)}</span>,
            },
            ...fields.map((field) => ({
              head: field.replace(/([A-Z])/g, ' $1').toLowerCase(),
              align: typeof queues[0]?.[field] === 'number' ? ('right' as const) : undefined,
              cell: (queue: Record<string, unknown>) => textOf(queue[field]),
            })),
          ]}
          keyOf={(queue) => textOf(queue.name ?? queue.queue)}
          label="Queues"
          rows={queues}
        />
      )}
    </Page>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
