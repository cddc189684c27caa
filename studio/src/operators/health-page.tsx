import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { amountText, bytesText, momentText, sinceText, spanText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Badge } from '../ui/indicators.tsx';
import { Card, Facts, Page, Section } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { MarkedCode } from './marked-code.tsx';
import { type Health, healthQuery } from './operator-queries.ts';

/** Page of the state of the installation: problems, services, processes, waiting work, backups and the sweep. */
export function HealthPage() {
  const { data: health } = useSuspenseQuery(healthQuery);
  return (
    <Page
      lead={`Version ${health.version}. The rules for problems are those of the Prometheus alerts; this page does not need Prometheus.`}
      title="Health"
    >
      <div className="flex flex-col gap-5">
        <Problems problems={health.problems} />
        <div className="grid gap-5 lg:grid-cols-2">
          <Card title="Waiting renders">
            <WaitingRenders {...health} />
          </Card>
          <Card title="Maintenance">
            <Maintenance {...health} />
          </Card>
        </div>
        <Section title="Services">
          <Services services={health.services} />
        </Section>
        <Section title="Processes">
          <Processes processes={health.processes} />
        </Section>
      </div>
    </Page>
  );
}

function Problems({ problems }: Pick<Health, 'problems'>) {
  if (problems.length === 0) {
    return (
      <p className="flex items-center gap-3 rounded-2xl border border-line bg-surface p-5">
        <span className="grid size-8 place-items-center rounded-full bg-good-soft text-good">
          <Icon name="check" />
        </span>
        No problems
      </p>
    );
  }
  return (
    <ul aria-label="Problems" className="flex flex-col gap-3">
      {problems.map(({ text, todo, alert, severity }) => (
        <li className="rounded-2xl border border-line bg-surface p-5" key={text}>
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={severity === 'page' ? 'bad' : 'warn'}>{severity === 'page' ? 'Critical' : 'Warning'}</Badge>
            <h2 className="min-w-0 font-semibold wrap-anywhere">{text}</h2>
          </div>
          {todo && (
            <p className="mt-2 text-pretty text-soft">
              <MarkedCode text={todo} />
            </p>
          )}
          {alert && (
            <p className="mt-2 text-[13px] text-faint">
              Alert <code className="font-mono">{alert}</code>
              {todo === null && '. See docs/runbook.md'}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function WaitingRenders({ waiting, oldest, farm }: Pick<Health, 'waiting' | 'oldest' | 'farm'>) {
  if (waiting === null) return <p className="text-soft">Unknown: PostgreSQL does not respond.</p>;
  return (
    <Facts
      rows={[
        [
          'Slots',
          farm === null
            ? 'Unknown'
            : `${farm.servingSlots} of ${farm.slots} take work, on ${amountText(farm.nodes, 'node')}`,
        ],
        [
          'Oldest',
          oldest === null ? (
            'No waiting renders'
          ) : (
            <>
              <span className="font-mono text-[13px]">{oldest.id}</span>, created {sinceText(oldest.createdAt)}
            </>
          ),
        ],
        ...waiting.map(({ waitsFor, count, oldestSec }) => {
          return [`${amountText(count, 'render')}`, `${waitsFor} (up to ${spanText(oldestSec)})`] as const;
        }),
      ]}
    />
  );
}

function Maintenance({ backup, sweep }: Pick<Health, 'backup' | 'sweep'>) {
  const last = backup?.last ?? null;
  const lastGood = backup?.lastGood ?? null;
  return (
    <Facts
      rows={[
        [
          'Last backup',
          last === null ? (
            <span key="never">
              <Badge tone="warn">Never</Badge> <span className="text-soft">with</span>{' '}
              <code className="font-mono text-[13px]">framemill backup</code>
            </span>
          ) : last.error === null ? (
            `${momentText(last.endedAt)}, ${bytesText(last.sizeBytes ?? 0)}`
          ) : (
            <span key="failed">
              <Badge tone="bad">Failed</Badge> {momentText(last.endedAt)}: {last.error}
            </span>
          ),
        ],
        ...(last?.error
          ? [
              [
                'Last good backup',
                lastGood === null ? 'Never' : `${momentText(lastGood.endedAt)}, ${bytesText(lastGood.sizeBytes ?? 0)}`,
              ] as const,
            ]
          : []),
        [
          'Last clean-up',
          sweep === null
            ? 'Unknown'
            : sweep.endedAt === null
              ? 'None has succeeded yet'
              : `${sinceText(sweep.endedAt)}, all ${amountText(sweep.parts, 'task')} succeeded`,
        ],
      ]}
    />
  );
}

const SERVICES = { postgresql: 'PostgreSQL', redis: 'Redis', objects: 'Object store' } as const;

function Services({ services }: Pick<Health, 'services'>) {
  return (
    <Table
      columns={[
        {
          head: 'Service',
          grows: true,
          cell: ({ name, error }) => (error ? `${SERVICES[name]}: ${error}` : SERVICES[name]),
        },
        {
          head: 'Status',
          cell: ({ isReachable }) => (
            <Badge tone={isReachable ? 'good' : 'bad'}>{isReachable ? 'Reachable' : 'Not reachable'}</Badge>
          ),
        },
        { head: 'Latency', align: 'right', cell: ({ latencyMs }) => `${latencyMs.toFixed(1)} ms` },
        { head: 'Version', cell: ({ version }) => version ?? '' },
        {
          head: 'Size',
          align: 'right',
          cell: ({ bytes, limitBytes }) =>
            bytes === null ? '' : `${bytesText(bytes)}${limitBytes === null ? '' : ` of ${bytesText(limitBytes)}`}`,
        },
      ]}
      keyOf={({ name }) => name}
      label="Services"
      rows={services}
    />
  );
}

const KINDS = { api: 'API', scheduler: 'Scheduler', node: 'Node' } as const;

function Processes({ processes }: Pick<Health, 'processes'>) {
  return (
    <Table
      columns={[
        {
          head: 'Process',
          grows: true,
          cell: ({ kind, nodeId, host, pid }) => (
            <>
              {kind === 'node' && nodeId !== null ? (
                <Link className="hover:text-accent" params={{ nodeId }} to="/operators/farm/$nodeId">
                  Node <span className="font-mono text-[13px]">{nodeId}</span>
                </Link>
              ) : (
                KINDS[kind]
              )}
              <span className="block text-[13px] text-soft">
                {host}, process {pid}
              </span>
            </>
          ),
        },
        {
          head: 'Status',
          cell: ({ leads, isSilent, ageSec }) => (
            <span className="inline-flex gap-1.5">
              <Badge tone={isSilent ? 'bad' : 'good'}>
                {isSilent ? `No heartbeat for ${spanText(ageSec)}` : 'Running'}
              </Badge>
              {leads && <Badge tone="accent">Leader</Badge>}
            </span>
          ),
        },
        { head: 'Version', cell: ({ version }) => version },
        {
          head: 'Uptime',
          align: 'right',
          cell: ({ uptimeSec }) => (uptimeSec === null ? 'Unknown' : spanText(uptimeSec)),
        },
        {
          head: 'CPU',
          align: 'right',
          cell: ({ cpuRatio }) => (cpuRatio === null ? '' : `${Math.round(100 * cpuRatio)}%`),
        },
        {
          head: 'Free memory',
          align: 'right',
          cell: ({ freeMemoryBytes }) => (freeMemoryBytes === null ? '' : bytesText(freeMemoryBytes)),
        },
        {
          head: 'Free disk',
          align: 'right',
          cell: ({ disks }) =>
            disks.length === 0
              ? 'Unknown'
              : disks.map(({ name, freeBytes }) => `${name} ${bytesText(freeBytes)}`).join(', '),
        },
      ]}
      keyOf={({ id }) => id}
      label="Processes"
      rows={processes}
    />
  );
}
