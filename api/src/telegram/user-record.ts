import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';

const nullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** Person who writes to a bot, as the API returns it. */
export const TelegramUserSchema = Type.Object(
  {
    user: Type.String({ description: "Telegram's id of the person." }),
    username: nullableString,
    firstName: nullableString,
    firstSeenAt: Type.String({ format: 'date-time' }),
    lastSeenAt: Type.String({ format: 'date-time' }),
    blocked: Type.Boolean(),
    dailyLimit: Type.Integer({ description: 'Films a day (UTC).' }),
    usedToday: Type.Integer(),
  },
  {
    title: 'TelegramUser',
    examples: [
      {
        ...{ user: '5550001', username: 'ann', firstName: 'Ann', blocked: false, dailyLimit: 5, usedToday: 1 },
        ...{ firstSeenAt: '2026-11-21T10:00:00.000Z', lastSeenAt: '2026-11-21T10:00:20.000Z' },
      },
    ],
  },
);
/** Record of a person who writes to a bot, as the API returns it. */
export type TelegramUserRecord = Static<typeof TelegramUserSchema>;

/** Row of an end user in the database. */
export type TelegramUserRow = Prisma.TelegramUserGetPayload<object>;

/** Converts a row to the record of the API. Usage of an earlier day does not count as today's. */
export function telegramUserRecord(row: TelegramUserRow, now: Date = new Date()): TelegramUserRecord {
  const { userId, username, firstName, createdAt, lastSeenAt, blocked, dailyLimit } = row;
  return {
    ...{ user: userId, username, firstName, blocked, dailyLimit, usedToday: usedToday(row, now) },
    ...{ firstSeenAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
  };
}

/** Returns the number of videos that an end user made today (UTC). */
export function usedToday(
  { usedToday: used, usedDay }: Pick<TelegramUserRow, 'usedToday' | 'usedDay'>,
  now: Date,
): number {
  return usedDay?.toISOString().slice(0, 10) === now.toISOString().slice(0, 10) ? used : 0;
}
