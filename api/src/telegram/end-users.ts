import type { Database, Prisma } from '@framemill/infra';
import { recordEvent } from '@framemill/scheduler';
import { newId } from '../ids.ts';
import { type TelegramUserRow, telegramUserRecord, usedToday } from './user-record.ts';

/** Whom a message came from, and whose bot it came to. */
export interface Person {
  appId: string;
  accountId: string;
  userId: string;
  username: string | null;
  firstName: string | null;
}

/** Records that somebody wrote, and the event `telegram.end_user.first_seen` when it was for the first time. */
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
 * Takes one of the films of today. False when there is none left. The film that takes the last one, or the try that finds none,
 * records `telegram.end_user.limit_reached`: once a day.
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

/** Gives a film of the day `takenAt` back: it failed. One of another day is of no use any more. */
export async function giveFilmBack(tx: Prisma.TransactionClient, id: string, takenAt: Date): Promise<void> {
  const row = await lockUser(tx, id);
  if (row.usedDay?.getTime() !== dayOf(takenAt).getTime() || row.usedToday === 0) return;
  await tx.telegramUser.update({ where: { id }, data: { usedToday: { decrement: 1 } } });
}

async function lockUser(tx: Prisma.TransactionClient, id: string): Promise<TelegramUserRow> {
  await tx.$queryRaw`SELECT 1 FROM "TelegramUser" WHERE "id" = ${id} FOR UPDATE`;
  return tx.telegramUser.findUniqueOrThrow({ where: { id } });
}

/** The day (UTC) of a moment. */
function dayOf(moment: Date): Date {
  return new Date(`${moment.toISOString().slice(0, 10)}T00:00:00.000Z`);
}
