import { currentPeriod } from '@framemill/scheduler';
import { type Static, Type } from '@framemill/timeline/typebox';
import { accountRecord, findAccount } from '../account/account-record.ts';
import type { ApiDeps } from '../deps.ts';
import { storageLimitBytes, storedBytes } from '../media/storage.ts';

/** Schema of an account's usage in the current month. */
export const UsageRecordSchema = Type.Object(
  {
    period: Type.Object({ start: Type.String({ format: 'date-time' }), end: Type.String({ format: 'date-time' }) }),
    requests: Type.Integer({ description: 'Requests that were not refused by the rate limit, from the first day on.' }),
    renders: Type.Object({
      used: Type.Integer({ description: 'Exports taken and not given back.' }),
      limit: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: unlimited.' }),
    }),
    credits: Type.Object({
      used: Type.Integer({ description: 'Charged and not refunded.' }),
      remaining: Type.Integer(),
      perMonth: Type.Integer(),
    }),
    storage: Type.Object({ usedBytes: Type.Integer(), limitBytes: Type.Integer() }),
    daily: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: 'UTC.' }),
        requests: Type.Integer(),
        renders: Type.Integer({
          description: 'Exports taken on this day, by the day of the render, and not given back.',
        }),
        credits: Type.Integer({ description: 'Charged less what was refunded.' }),
      }),
      { description: 'Every day of the period until today.' },
    ),
  },
  {
    title: 'Usage',
    examples: [
      {
        period: { start: '2026-11-15T10:00:00.000Z', end: '2026-12-15T10:00:00.000Z' },
        requests: 4_210,
        renders: { used: 12, limit: 1_000 },
        credits: { used: 30, remaining: 5_970, perMonth: 6_000 },
        storage: { usedBytes: 52_428_800, limitBytes: 200_000_000_000 },
        daily: [{ date: '2026-11-15', requests: 4_210, renders: 12, credits: 30 }],
      },
    ],
  },
);

interface DayRow {
  date: string;
  requests: number;
  renders: number;
  credits: number;
  /** Those of `credits` that belong to the month: on its first day fewer. */
  spent: number;
}

/** Reads an account's usage at `now`. Days and the month are counted in UTC. */
export async function usageRecord(
  deps: ApiDeps,
  accountId: string,
  now: Date = new Date(),
): Promise<Static<typeof UsageRecordSchema>> {
  const account = await findAccount(deps, accountId, now);
  const record = accountRecord(deps, account, now);
  const { start, end } = currentPeriod(account.createdAt, now);
  // Run in sequence: a request that took four database connections would leave none for others.
  const usedBytes = await storedBytes(deps, accountId);
  const days = await readDays(deps, accountId, start, now);
  const spent = days.reduce((sum, day) => sum + day.spent, 0);
  const daily = days.map(({ date, requests, renders, credits }) => ({ date, requests, renders, credits }));
  return {
    period: { start: start.toISOString(), end: end.toISOString() },
    requests: daily.reduce((sum, day) => sum + day.requests, 0),
    renders: { used: record.exports.used, limit: record.exports.limit },
    credits: {
      // A refund of an earlier month's charge must not count as negative usage of this month.
      used: Math.max(0, spent),
      remaining: record.credits.remaining,
      perMonth: record.credits.perMonth,
    },
    storage: { usedBytes, limitBytes: storageLimitBytes(deps.plans.of(account)) },
    daily,
  };
}

function readDays({ database }: ApiDeps, accountId: string, start: Date, now: Date): Promise<DayRow[]> {
  return database.client.$queryRaw<DayRow[]>`
    SELECT to_char(d."day", 'YYYY-MM-DD') AS "date", COALESCE(r."requests", 0)::int AS "requests",
      (COALESCE(t."renders", 0) + COALESCE(r."removedRenders", 0))::int AS "renders",
      COALESCE(t."credits", 0)::int AS "credits", COALESCE(t."spent", 0)::int AS "spent"
    FROM (
      SELECT generate_series(${start}::timestamp::date, ${now}::timestamp::date, '1 day')::date AS "day"
    ) d
    LEFT JOIN (
      SELECT "day", "requests", "removedRenders" FROM "RequestDay"
      WHERE "accountId" = ${accountId} AND "day" >= ${start}::timestamp::date
    ) r ON r."day" = d."day"
    LEFT JOIN (
      SELECT "since"::date AS "day",
        SUM("count") FILTER (WHERE "kind" = 'exports' AND "since" >= ${start}::timestamp) AS "renders",
        -SUM("amount") FILTER (WHERE "kind" = 'spent') AS "credits",
        -SUM("amount") FILTER (WHERE "kind" = 'spent' AND "since" >= ${start}::timestamp) AS "spent"
      FROM "Total" WHERE "accountId" = ${accountId} AND "kind" IN ('exports', 'spent')
        AND "since" >= ${start}::timestamp::date
      GROUP BY 1
    ) t ON t."day" = d."day"
    ORDER BY d."day"`;
}
