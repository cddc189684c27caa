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
}

/** Reads an account's usage at `now`. Days and the month are counted in UTC. */
export async function usageRecord(
  deps: ApiDeps,
  accountId: string,
  now: Date = new Date(),
): Promise<Static<typeof UsageRecordSchema>> {
  const { client } = deps.database;
  const account = await findAccount(deps, accountId, now);
  const record = accountRecord(deps, account, now);
  const { start, end } = currentPeriod(account.createdAt, now);
  // Run in sequence: a request that took four database connections would leave none for others.
  const usedBytes = await storedBytes(deps, accountId);
  const spent = await client.ledgerEntry.aggregate({
    where: { accountId, kind: { in: ['charge', 'refund'] }, createdAt: { gte: start } },
    _sum: { delta: true },
  });
  const daily = await readDays(deps, accountId, start, now);
  return {
    period: { start: start.toISOString(), end: end.toISOString() },
    requests: daily.reduce((sum, day) => sum + day.requests, 0),
    renders: { used: record.exports.used, limit: record.exports.limit },
    credits: {
      // A refund of an earlier month's charge must not count as negative usage of this month.
      used: Math.max(0, -(spent._sum.delta ?? 0)),
      remaining: record.credits.remaining,
      perMonth: record.credits.perMonth,
    },
    storage: { usedBytes, limitBytes: storageLimitBytes(deps.plans.of(account)) },
    daily,
  };
}

function readDays({ database }: ApiDeps, accountId: string, start: Date, now: Date): Promise<DayRow[]> {
  return database.client.$queryRaw<DayRow[]>`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS "date",
      COALESCE((SELECT r."requests" FROM "RequestDay" r WHERE r."accountId" = ${accountId} AND r."day" = d.day), 0)::int
        AS "requests",
      (SELECT COUNT(*) FROM "Render" r WHERE r."accountId" = ${accountId} AND NOT r."test"
        AND NOT r."refunded" AND r."createdAt" >= GREATEST(d.day, ${start}::timestamp)
          AND r."createdAt" < d.day + 1)::int
        AS "renders",
      COALESCE((SELECT -SUM(l."delta") FROM "LedgerEntry" l WHERE l."accountId" = ${accountId}
        AND l."kind" IN ('charge', 'refund') AND l."createdAt" >= d.day AND l."createdAt" < d.day + 1), 0)::int
        AS "credits"
    FROM (
      SELECT generate_series(${start}::timestamp::date, ${now}::timestamp::date, '1 day')::date AS day
    ) d ORDER BY d.day`;
}
