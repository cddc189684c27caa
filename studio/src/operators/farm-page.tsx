import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { bytesText, countText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { farmQuery, OPERATORS } from './operator-queries.ts';

/** Page of the farm's live nodes, polled every 3 s. */
export function FarmPage() {
  const { data, dataUpdatedAt } = useSuspenseQuery(farmQuery);
  const { nodes, leader } = data;
  const speeds = useSpeeds(nodes, dataUpdatedAt);
  const client = useQueryClient();
  const order = useMutation({
    mutationFn: ({ id, order: wanted }: { id: string; order: 'drain' | 'serve' }) =>
      answerOf(
        api.POST('/api/studio/operators/nodes/{id}/order', { params: { path: { id } }, body: { order: wanted } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: [OPERATORS, 'farm'] }),
  });
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
                  <span className="font-mono text-[13px]">{id}</span>
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
            { head: 'Pools', cell: ({ pools }) => pools.join(', ') },
            { head: 'Memory', align: 'right', cell: ({ memoryBytes }) => bytesText(memoryBytes) },
            { head: 'Engine', cell: ({ engine }) => <span className="font-mono text-[13px]">{engine}</span> },
            {
              head: '',
              align: 'right',
              cell: ({ id, draining }) => (
                <span className="inline-flex items-center gap-2">
                  {draining && <Badge tone="warn">Draining</Badge>}
                  <Button onClick={() => order.mutate({ id, order: draining ? 'serve' : 'drain' })} size="small">
                    {draining ? 'Resume' : 'Drain'}
                  </Button>
                </span>
              ),
            },
          ]}
          keyOf={({ id }) => id}
          label="Nodes"
          rows={nodes}
        />
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

interface Seen {
  atMs: number;
  frames: Map<string, number>;
  speeds: Map<string, number>;
}

/** Returns the frames per second of each node id, computed from its frame count in two successive polls. */
function useSpeeds(nodes: readonly { id: string; framesDone: number }[], atMs: number): ReadonlyMap<string, number> {
  const last = useRef<Seen>({ atMs: 0, frames: new Map(), speeds: new Map() });
  const seen = last.current;
  if (atMs !== seen.atMs) {
    const seconds = (atMs - seen.atMs) / 1000;
    const speeds = nodes.map(({ id, framesDone }) => {
      const before = seen.frames.get(id);
      return [id, before === undefined ? 0 : Math.max(0, framesDone - before) / seconds] as const;
    });
    last.current = {
      atMs,
      frames: new Map(nodes.map(({ id, framesDone }) => [id, framesDone])),
      speeds: new Map(speeds),
    };
  }
  return last.current.speeds;
}
