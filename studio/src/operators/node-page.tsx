import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { bytesText, countText, momentText, sinceText, spanText } from '../ui/format.ts';
import { Badge, type BadgeTone } from '../ui/indicators.tsx';
import { taskLabel, wordsOf } from '../ui/labels.ts';
import { Card, Facts, Page, Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { DrainButton } from './drain-button.tsx';
import { farmQuery, type NodeState, nodeQuery } from './operator-queries.ts';
import { useSpeeds } from './use-speeds.ts';

const DAY_SEC = 86_400;

/** Page of one node: its machine, its work now and within a day, and its history. Polled every 3 s. */
export function NodePage() {
  const { nodeId } = useParams({ from: '/shell/operators/farm/$nodeId' });
  const { data: node, dataUpdatedAt } = useSuspenseQuery(nodeQuery(nodeId));
  const { data: farm } = useSuspenseQuery(farmQuery);
  const { lease } = node;
  const speeds = useSpeeds(lease === null ? [] : [lease], dataUpdatedAt);
  const live = farm.nodes.find(({ id }) => id === nodeId);
  return (
    <Page
      actions={live && <DrainButton node={live} nodes={farm.nodes} />}
      lead={lease === null ? lastSeen(node) : `${lease.host}, process ${lease.pid}`}
      title={`Node ${nodeId}`}
    >
      <div className="flex flex-col gap-5">
        <div className="grid gap-5 lg:grid-cols-2">
          <Card title="Machine">
            <Machine {...node} />
          </Card>
          <Card title="Work">
            <Facts
              rows={[
                ['Status', <Status key="status" lease={lease} />],
                ['Slots', lease === null ? 'None' : `${lease.busy} of ${lease.slots} in use`],
                ['Frames/s now', (speeds.get(nodeId) ?? 0).toFixed(1)],
                [
                  'Within 24 hours',
                  `${countText(node.day.frames)} frames, ${(node.day.frames / DAY_SEC).toFixed(2)} a second on average`,
                ],
                ['Attempts', attemptsText(node)],
              ]}
            />
          </Card>
        </div>
        <Section title="Current work">
          <Jobs jobs={node.jobs} />
        </Section>
        <Section title="Failed attempts">
          <Failures failures={node.failures} />
        </Section>
        <Section title="History">
          <History history={node.history} />
        </Section>
      </div>
    </Page>
  );
}

function Status({ lease }: Pick<NodeState, 'lease'>) {
  if (lease === null) return <Badge tone="bad">Not connected</Badge>;
  return <Badge tone={lease.draining ? 'warn' : 'good'}>{lease.draining ? 'Draining' : 'Takes work'}</Badge>;
}

function lastSeen({ history: [last] }: NodeState): string {
  return last === undefined ? 'No history' : `${EVENTS[last.event][0]} ${sinceText(last.at)}`;
}

function attemptsText({ day }: NodeState): string {
  if (day.attempts.length === 0) return 'None within 24 hours';
  return day.attempts.map(({ outcome, count }) => `${countText(count)} ${OUTCOMES[outcome] ?? outcome}`).join(', ');
}

const OUTCOMES: Record<string, string> = {
  ...{ done: 'completed', failed: 'failed', lost: 'lost', interrupted: 'interrupted', cancelled: 'cancelled' },
  running: 'running',
};

function Machine({ lease, process }: NodeState) {
  const used = process?.cpuRatio ?? null;
  return (
    <Facts
      rows={[
        ['CPU', used === null ? 'Unknown' : `${Math.round(100 * used)}% of ${process?.cores} cores in use`],
        ['Memory', memoryText(process?.freeMemoryBytes ?? null, (process ?? lease)?.memoryBytes ?? null)],
        [
          'Free disk',
          process === null || process.disks.length === 0
            ? 'Unknown'
            : process.disks.map(({ name, freeBytes }) => `${name} ${bytesText(freeBytes)}`).join(', '),
        ],
        ['GPU', lease?.gpu ?? 'None'],
        ['Version', lease?.version ?? process?.version ?? 'Unknown'],
        [
          'Engine',
          <span className="font-mono text-[13px]" key="engine">
            {lease?.engine ?? 'Unknown'}
          </span>,
        ],
        ['Pools', lease?.pools.map(wordsOf).join(', ') ?? 'None'],
        ['Uptime', process === null || process.uptimeSec === null ? 'Unknown' : spanText(process.uptimeSec)],
      ]}
    />
  );
}

function memoryText(free: number | null, total: number | null): string {
  if (total === null) return 'Unknown';
  return free === null ? bytesText(total) : `${bytesText(free)} of ${bytesText(total)} free`;
}

function Jobs({ jobs }: Pick<NodeState, 'jobs'>) {
  if (jobs.length === 0) return <p className="text-soft">No work in progress.</p>;
  return (
    <Table
      columns={[
        {
          head: 'Task',
          grows: true,
          cell: ({ kind, firstSegment, lastSegment }) => {
            if (kind === null) return 'Preview, upload or report';
            if (kind !== 'frames' || firstSegment === null || lastSegment === null) return taskLabel(kind);
            return firstSegment === lastSegment
              ? `Segment ${firstSegment + 1}`
              : `Segments ${firstSegment + 1} to ${lastSegment + 1}`;
          },
        },
        { head: 'Render', cell: ({ renderId }) => <span className="font-mono text-[13px]">{renderId ?? ''}</span> },
        {
          head: 'Frames',
          align: 'right',
          cell: ({ framesDone, frames }) => (frames ? `${countText(framesDone)} of ${countText(frames)}` : ''),
        },
        {
          head: 'Status',
          cell: ({ isWaiting }) => (
            <Badge tone={isWaiting ? 'neutral' : 'info'}>{isWaiting ? 'Queued' : 'Processing'}</Badge>
          ),
        },
      ]}
      keyOf={({ jobId }) => jobId}
      label="Current work"
      rows={jobs}
    />
  );
}

function Failures({ failures }: Pick<NodeState, 'failures'>) {
  if (failures.length === 0) return <p className="text-soft">None within 24 hours.</p>;
  return (
    <Table
      columns={[
        {
          head: 'Failed attempt',
          grows: true,
          cell: ({ error, kind }) => <span title={error ?? undefined}>{error ?? taskLabel(kind)}</span>,
        },
        { head: 'Outcome', cell: ({ outcome }) => wordsOf(outcome) },
        { head: 'Render', cell: ({ renderId }) => <span className="font-mono text-[13px]">{renderId}</span> },
        { head: 'Finished', cell: ({ at }) => momentText(at) },
      ]}
      keyOf={({ at, renderId }) => `${at} ${renderId}`}
      label="Failed attempts"
      rows={failures}
    />
  );
}

const EVENTS: Record<NodeState['history'][number]['event'], readonly [string, BadgeTone]> = {
  joined: ['Joined', 'good'],
  left: ['Left', 'neutral'],
  lost: ['Lost', 'bad'],
  gone: ['Gone while there was no leader', 'warn'],
};

function History({ history }: Pick<NodeState, 'history'>) {
  if (history.length === 0) return <p className="text-soft">No history yet.</p>;
  return (
    <Table
      columns={[
        {
          head: 'Event',
          cell: ({ event }) => <Badge tone={EVENTS[event][1]}>{EVENTS[event][0]}</Badge>,
        },
        { head: 'Time', cell: ({ at }) => momentText(at) },
        { head: 'Machine', grows: true, cell: ({ host }) => host },
        { head: 'Version', cell: ({ version }) => version },
        { head: 'Jobs', align: 'right', cell: ({ running }) => countText(running) },
      ]}
      keyOf={({ at, event }) => `${at} ${event}`}
      label="History"
      rows={history}
    />
  );
}
