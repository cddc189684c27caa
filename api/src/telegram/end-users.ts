import type { Database, Prisma } from '@framemill/infra';
import { recordEvent } from '@framemill/scheduler';
import { newId } from '../ids.ts';
import { type TelegramUserRow, telegramUserRecord, usedToday } from './user-record.ts';

/** Sender of a message, with the app and account of the bot that received it. */
export interface Person {
  appId: string;
  accountId: string;
  userId: string;
  username: string | null;
  firstName: string | null;
}

/** Records that an end user wrote. The first time also records the event `telegram.end_user.first_seen`. */
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
 * Uses one of an end user's videos of the day (UTC). Returns `false` when none is left. Using the last one, or finding
 * none left, records `telegram.end_user.limit_reached` once a day.
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
 * Returns a failed video to the end user's allowance for the day of `takenAt`. A video of an earlier day is ignored.
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
