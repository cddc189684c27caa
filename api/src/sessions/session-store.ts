import { hash, randomBytes } from 'node:crypto';
import type { Database } from '@framemill/infra';
import { restrictionFields } from '../account/account-facts.ts';
import type { RestrictedAccount } from '../account/restriction.ts';
import { newId } from '../ids.ts';

/** How long a sign-in lasts, in days. */
export const SESSION_DAYS = 14;

/** Sessions one account may have at once; the oldest end first. */
const MAX_SESSIONS = 20;

/** A live session with what its account says. */
export interface StoredSession {
  id: string;
  account: RestrictedAccount & { id: string; email: string; plan: string; role: string };
}

const accountFields = { id: true, email: true, plan: true, role: true, ...restrictionFields } as const;

/** Begins a session and returns the token of its cookie: 256 random bits, never stored. Ends the account's oldest ones. */
export async function beginSession({ client }: Database, accountId: string, now: Date = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000);
  await client.session.create({
    data: { id: newId('ses'), accountId, hash: hashToken(token), createdAt: now, expiresAt },
  });
  // Those to end are named, not those to keep: one that begins beside this one must stay.
  const ended = await client.session.findMany({
    where: { accountId },
    orderBy: { createdAt: 'desc' },
    skip: MAX_SESSIONS,
    select: { id: true },
  });
  if (ended.length > 0) await client.session.deleteMany({ where: { id: { in: ended.map(({ id }) => id) } } });
  return token;
}

/** The session of a token; null when it is unknown, ended or expired. Always asks the database: an end is effective at once. */
export function findSession(
  { client }: Database,
  token: string,
  now: Date = new Date(),
): Promise<StoredSession | null> {
  return client.session.findFirst({
    where: { hash: hashToken(token), expiresAt: { gt: now } },
    select: { id: true, account: { select: accountFields } },
  });
}

/** Ends the session of a token, if there is one. */
export async function endSession({ client }: Database, token: string): Promise<void> {
  await client.session.deleteMany({ where: { hash: hashToken(token) } });
}

function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
