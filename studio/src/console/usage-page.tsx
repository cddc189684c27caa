import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { bytesText, countText, momentText } from '../ui/format.ts';
import { Badge, type BadgeTone, Progress } from '../ui/indicators.tsx';
import { wordsOf } from '../ui/labels.ts';
import { Card, Page } from '../ui/page.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import { ledgerQuery, usageQuery } from './console-queries.ts';

const tones: Record<string, BadgeTone> = { charge: 'neutral', refund: 'info', expiry: 'warn' };
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Page of the account's usage in the current month, with the ledger of its credits. */
export function UsagePage() {
  const { data: usage } = useSuspenseQuery(usageQuery);
  const { renders, credits, storage, daily, period } = usage;
  const bars = (field: 'requests' | 'renders' | 'credits') =>
    daily.map((one) => ({ label: day.format(new Date(one.date)), value: one[field] }));
  // A plan without credits shows none.
  const hasCredits = credits.perMonth + credits.remaining + credits.used > 0;
  return (
    <Page
      lead={`This month: ${day.format(new Date(period.start))} to ${day.format(new Date(period.end))}. Days in UTC.`}
      title="Usage"
    >
      <div className="flex flex-col gap-5">
        <Card>
          <div className="grid gap-6 sm:grid-cols-3">
            <Meter limit={renders.limit} show={countText} title="Renders" used={renders.used} />
            {hasCredits && (
              <Meter limit={credits.used + credits.remaining} show={countText} title="Credits" used={credits.used} />
            )}
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
          {hasCredits && (
            <Card>
              <BarChart bars={bars('credits')} title="Credits used" tone="violet" />
            </Card>
          )}
        </div>
        {hasCredits && <CreditHistory />}
      </div>
    </Page>
  );
}

function CreditHistory() {
  const ledger = useSuspenseInfiniteQuery(ledgerQuery);
  const entries = ledger.data.pages.flatMap((page) => page.entries);
  return (
    <section>
      <h2 className="mb-3 font-semibold">Credit history</h2>
      <Table
        columns={[
          { head: 'Date', cell: ({ createdAt }) => momentText(createdAt) },
          {
            head: 'Type',
            cell: ({ kind }) => <Badge tone={tones[kind] ?? 'good'}>{wordsOf(kind)}</Badge>,
          },
          { head: 'Reason', grows: true, cell: ({ reason }) => reason },
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
        label="Credit history"
        rows={entries}
      />
      <LoadMore {...ledger} />
    </section>
  );
}

interface BarChartProps {
  title: string;
  /** Bars from left to right. */
  bars: readonly { label: string; value: number }[];
  tone?: 'accent' | 'info' | 'violet';
}

const HEIGHT = 96;
/** Minimum number of bar slots. With fewer bars the right side stays empty, so that bars do not become wide blocks. */
const FEWEST = 30;
const barTones = { accent: 'fill-accent', info: 'fill-info', violet: 'fill-violet' };

/**
 * Bar chart over time with the sum of its values. A bar's tooltip shows its value; a hidden table gives the values to
 * screen readers.
 */
export function BarChart({ title, bars, tone = 'accent' }: BarChartProps) {
  const id = useId();
  const top = Math.max(1, ...bars.map(({ value }) => value));
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const width = 100 / Math.max(FEWEST, bars.length);
  return (
    <figure aria-labelledby={id}>
      <figcaption className="mb-3 flex items-baseline gap-2">
        <span className="grow font-medium" id={id}>
          {title}
        </span>
        <span className="text-lg font-semibold tabular-nums">{countText(total)}</span>
      </figcaption>
      <svg aria-hidden="true" className="block h-24 w-full" preserveAspectRatio="none" viewBox={`0 0 100 ${HEIGHT}`}>
        {[0.25, 0.5, 0.75].map((part) => (
          <line
            className="stroke-line"
            key={part}
            vectorEffect="non-scaling-stroke"
            x1="0"
            x2="100"
            y1={HEIGHT * part}
            y2={HEIGHT * part}
          />
        ))}
        {bars.map(({ label, value }, index) => {
          const height = value === 0 ? 1 : Math.max(2, (value / top) * HEIGHT);
          return (
            <rect
              className={value === 0 ? 'fill-line-strong' : barTones[tone]}
              height={height}
              key={label}
              width={width * 0.72}
              x={index * width + width * 0.14}
              y={HEIGHT - height}
            >
              <title>{`${label}: ${countText(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <div aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-faint">
        <span>{bars[0]?.label}</span>
        {bars.length >= FEWEST && <span>{bars.at(-1)?.label}</span>}
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {bars.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

interface MeterProps {
  title: string;
  used: number;
  /** Limit of the meter; null when unlimited. */
  limit: number | null;
  /** Formats a value of the meter for display. */
  show(value: number): string;
}

/** Meter that shows the used share of a limit. */
export function Meter({ title, used, limit, show }: MeterProps) {
  const percent = limit === null || limit === 0 ? 0 : (100 * used) / limit;
  return (
    <div>
      <p className="text-[13px] text-soft">{title}</p>
      <p className="mt-1 mb-2.5 text-xl font-semibold tracking-tight tabular-nums">
        {show(used)}{' '}
        <span className="text-[13px] font-normal text-soft">{limit === null ? 'Unlimited' : `of ${show(limit)}`}</span>
      </p>
      <Progress label={title} tone={percent > 90 ? 'bad' : 'accent'} value={percent} />
    </div>
  );
}
