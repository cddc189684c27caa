import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { bytesText, countText, sinceText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { Card, Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { DrainButton } from './drain-button.tsx';
import { farmQuery } from './operator-queries.ts';
import { useSpeeds } from './use-speeds.ts';

/** Page of the farm's live nodes, polled every 3 s. */
export function FarmPage() {
  const { data, dataUpdatedAt } = useSuspenseQuery(farmQuery);
  const { nodes, leader, former } = data;
  const speeds = useSpeeds(nodes, dataUpdatedAt);
  const slots = nodes.reduce((sum, node) => sum + node.slots, 0);
  const busy = nodes.reduce((sum, node) => sum + node.busy, 0);
  const speed = [...speeds.values()].reduce((sum, one) => sum + one, 0);
  return (
    <Page lead="Add a machine with “npm run node”. A draining node finishes its work and takes no more." title="Farm">
      <dl className="mb-5 grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Figure name="Nodes" value={countText(nodes.length)} />
        <Figure name="Slots in use" value={`${busy} of ${slots}`} />
        <Figure name="Frames per second" value={speed.toFixed(1)} />
        <Figure name="Leader epoch" value={countText(leader.epoch)} />
      </dl>
      {nodes.length === 0 ? (
        <Empty icon="farm" title="No nodes connected">
          Renders wait until a node connects.
        </Empty>
      ) : (
        <Table
          columns={[
            {
              head: 'Node',
              grows: true,
              cell: ({ id, host, pid }) => (
                <>
                  <Link
                    className="font-mono text-[13px] hover:text-accent"
                    params={{ nodeId: id }}
                    to="/operators/farm/$nodeId"
                  >
                    {id}
                  </Link>
                  <span className="block text-[13px] text-soft">
                    {host}, process {pid}
                  </span>
                </>
              ),
            },
            {
              head: 'Slots',
              cell: (node) => <Slots busy={node.busy} slots={node.slots} />,
            },
            { head: 'Frames/s', align: 'right', cell: ({ id }) => (speeds.get(id) ?? 0).toFixed(1) },
            { head: 'Pools', cell: ({ pools }) => pools.map(wordsOf).join(', ') },
            { head: 'Memory', align: 'right', cell: ({ memoryBytes }) => bytesText(memoryBytes) },
            { head: 'Engine', cell: ({ engine }) => <span className="font-mono text-[13px]">{engine}</span> },
            {
              head: '',
              align: 'right',
              cell: (node) => (
                <span className="inline-flex items-center gap-2">
                  {node.draining && <Badge tone="warn">Draining</Badge>}
                  <DrainButton node={node} nodes={nodes} />
                </span>
              ),
            },
          ]}
          keyOf={({ id }) => id}
          label="Nodes"
          rows={nodes}
        />
      )}
      {former.length > 0 && (
        <Card className="mt-5" title="Former nodes">
          <ul className="flex flex-col gap-1.5">
            {former.map(({ id, event, at }) => (
              <li className="flex flex-wrap gap-x-3" key={id}>
                <Link
                  className="font-mono text-[13px] wrap-anywhere hover:text-accent"
                  params={{ nodeId: id }}
                  to="/operators/farm/$nodeId"
                >
                  {id}
                </Link>
                <span className={event === 'lost' ? 'text-bad' : 'text-soft'}>
                  {wordsOf(event)} {sinceText(at)}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="rounded-2xl border border-line bg-surface p-5">
      <dt className="text-[13px] text-soft">{name}</dt>
      <dd className="mt-1 text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
    </div>
  );
}

function Slots({ busy, slots }: { busy: number; slots: number }) {
  if (slots > 24) return `${busy} of ${slots}`;
  return (
    <svg aria-label={`${busy} of ${slots} slots in use`} height="14" role="img" width={slots * 12}>
      {[...Array(slots).keys()].map((slot) => (
        <rect
          className={slot < busy ? 'fill-accent' : 'fill-line-strong'}
          height="14"
          key={slot}
          rx="3"
          width="9"
          x={slot * 12}
        />
      ))}
    </svg>
  );
}
