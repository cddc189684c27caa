import type { Database, Prisma } from '@framemill/infra';
import { recordEvent } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';

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

/** Returns the number of videos that an end user has used today (UTC). */
function usedToday({ usedToday: used, usedDay }: Pick<TelegramUserRow, 'usedToday' | 'usedDay'>, now: Date): number {
  return usedDay?.toISOString().slice(0, 10) === now.toISOString().slice(0, 10) ? used : 0;
}

/** Sender of a message, with the app and account of the bot that received it. */
export interface Person {
  appId: string;
  accountId: string;
  userId: string;
  username: string | null;
  firstName: string | null;
}

/** Records that an end user wrote. On the first message, also records the event `telegram.end_user.first_seen`. */
export function meetEndUser({ client }: Database, person: Person, now: Date = new Date()): Promise<TelegramUserRow> {
  const { appId, accountId, userId, username, firstName } = person;
  return client.$transaction(async (tx) => {
    const [created] = await tx.telegramUser.createManyAndReturn({
      data: [{ id: newId('tgu'), ...person, createdAt: now, lastSeenAt: now }],
      skipDuplicates: true,
    });
    if (created) {
      const payload = telegramUserRecord(created, now);
      await recordEvent(tx, { type: 'telegram.end_user.first_seen', accountId, appId, payload });
      return created;
    }
    const where = { appId_userId: { appId, userId } };
    return tx.telegramUser.update({ where, data: { username, firstName, lastSeenAt: now } });
  });
}

/**
 * Deducts one video from an end user's allowance of the day (UTC). Returns `false` when none is left. When the last one
 * is deducted or none is left, records the event `telegram.end_user.limit_reached`, at most once a day.
 */
export async function takeFilm(tx: Prisma.TransactionClient, id: string, now: Date = new Date()): Promise<boolean> {
  const row = await lockUser(tx, id);
  const used = usedToday(row, now);
  const isFree = used < row.dailyLimit;
  const after = isFree ? used + 1 : used;
  const day = dayOf(now);
  const isNews = after >= row.dailyLimit && row.limitDay?.getTime() !== day.getTime();
  const data = { usedToday: after, usedDay: day, ...(isNews ? { limitDay: day } : {}) };
  const changed = await tx.telegramUser.update({ where: { id }, data });
  if (isNews) {
    const { accountId, appId } = row;
    const payload = telegramUserRecord(changed, now);
    await recordEvent(tx, { type: 'telegram.end_user.limit_reached', accountId, appId, payload });
  }
  return isFree;
}

/**
 * Returns one video to the end user's daily allowance, because the video that was deducted from it at `takenAt` failed.
 * Does nothing when the stored count is that of another day (UTC).
 */
export async function giveFilmBack(tx: Prisma.TransactionClient, id: string, takenAt: Date): Promise<void> {
  const row = await lockUser(tx, id);
  if (row.usedDay?.getTime() !== dayOf(takenAt).getTime() || row.usedToday === 0) return;
  await tx.telegramUser.update({ where: { id }, data: { usedToday: { decrement: 1 } } });
}

async function lockUser(tx: Prisma.TransactionClient, id: string): Promise<TelegramUserRow> {
  await tx.$queryRaw`SELECT 1 FROM "TelegramUser" WHERE "id" = ${id} FOR UPDATE`;
  return tx.telegramUser.findUniqueOrThrow({ where: { id } });
}

/** Returns the start of a moment's day (UTC). */
function dayOf(moment: Date): Date {
  return new Date(`${moment.toISOString().slice(0, 10)}T00:00:00.000Z`);
}

/**
 * Returns the database filter for the end users that a credential may access: those of its app or, when the credential
 * belongs to no app, those of all apps of the account.
 */
export function endUsersOf({ accountId, credential: { appId } }: Caller) {
  return { accountId, ...(appId === null ? {} : { appId }) };
}

/**
 * Returns an end user of the caller. Throws `not_found` when there is none, and also when the end user belongs to
 * another account.
 */
export async function findTelegramUser(
  { database }: ApiDeps,
  caller: Caller,
  userId: string,
): Promise<TelegramUserRow> {
  const isId = /^\d{1,20}$/.test(userId);
  const row = isId ? await database.client.telegramUser.findFirst({ where: { ...endUsersOf(caller), userId } }) : null;
  if (row === null) throw new FramemillError('not_found', 'There is no such end user. Check the id.');
  return row;
}
