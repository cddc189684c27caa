import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { BarChart } from '../ui/bar-chart.tsx';
import { bytesText, countText, momentText } from '../ui/format.ts';
import { LoadMore } from '../ui/load-more.tsx';
import { Meter } from '../ui/meter.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { ledgerQuery, usageQuery } from './console-queries.ts';

const tones: Record<string, BadgeTone> = { charge: 'neutral', refund: 'info', expiry: 'warn' };
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Page of the account's usage in the current month, with the ledger of its credits. */
export function UsagePage() {
  const { data: usage } = useSuspenseQuery(usageQuery);
  const ledger = useSuspenseInfiniteQuery(ledgerQuery);
  const { renders, credits, storage, daily, period } = usage;
  const bars = (field: 'requests' | 'renders' | 'credits') =>
    daily.map((one) => ({ label: day.format(new Date(one.date)), value: one[field] }));
  const entries = ledger.data.pages.flatMap((page) => page.entries);
  return (
    <Page
      lead={`The present month: ${day.format(new Date(period.start))} to ${day.format(new Date(period.end))}. Days are in UTC.`}
      title="Usage"
    >
      <div className="flex flex-col gap-5">
        <Card>
          <div className="grid gap-6 sm:grid-cols-3">
            <Meter limit={renders.limit} show={countText} title="Renders" used={renders.used} />
            <Meter limit={credits.used + credits.remaining} show={countText} title="Credits" used={credits.used} />
            <Meter limit={storage.limitBytes} show={bytesText} title="Storage" used={storage.usedBytes} />
          </div>
        </Card>
        <div className="grid gap-5 lg:grid-cols-3">
          <Card>
            <BarChart bars={bars('requests')} title="Requests" tone="info" />
          </Card>
          <Card>
            <BarChart bars={bars('renders')} title="Renders" />
          </Card>
          <Card>
            <BarChart bars={bars('credits')} title="Credits spent" tone="violet" />
          </Card>
        </div>
        <section>
          <h2 className="mb-3 font-semibold">Ledger of credits</h2>
          <Table
            columns={[
              { head: 'When', cell: ({ createdAt }) => momentText(createdAt) },
              {
                head: 'Kind',
                cell: ({ kind }) => <Badge tone={tones[kind] ?? 'good'}>{kind.replace('_', ' ')}</Badge>,
              },
              { head: 'For', grows: true, cell: ({ reason }) => reason },
              {
                head: 'Credits',
                align: 'right',
                cell: ({ delta }) => (
                  <span className={delta < 0 ? '' : 'text-good'}>
                    {delta > 0 ? '+' : ''}
                    {countText(delta)}
                  </span>
                ),
              },
            ]}
            keyOf={({ id }) => id}
            label="Ledger"
            rows={entries}
          />
          <LoadMore {...ledger} />
        </section>
      </div>
    </Page>
  );
}
