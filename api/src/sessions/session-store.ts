import { hash, randomBytes } from 'node:crypto';
import type { Database } from '@framemill/infra';
import { type RestrictedAccount, restrictionFields } from '../account/account-facts.ts';
import { newId } from '../ids.ts';

/** Lifetime of a session, in days. */
export const SESSION_DAYS = 14;

/** Maximum number of concurrent sessions of one account. When a new one exceeds it, the oldest session ends. */
const MAX_SESSIONS = 20;

/** Valid session with the account columns that authentication needs. */
export interface StoredSession {
  id: string;
  account: RestrictedAccount & { id: string; email: string; plan: string; role: string };
}

const accountFields = { id: true, email: true, plan: true, role: true, ...restrictionFields } as const;

/**
 * Starts a session and returns the token for its cookie.
 * The token consists of 256 random bits, of which only a hash is stored. If the account has more than MAX_SESSIONS
 * sessions, the oldest ones end.
 */
export async function beginSession({ client }: Database, accountId: string, now: Date = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000);
  await client.session.create({
    data: { id: newId('ses'), accountId, hash: hashToken(token), createdAt: now, expiresAt },
  });
  // Deletes by id the sessions to end, so that one started concurrently is kept.
  const ended = await client.session.findMany({
    where: { accountId },
    orderBy: { createdAt: 'desc' },
    skip: MAX_SESSIONS,
    select: { id: true },
  });
  if (ended.length > 0) await client.session.deleteMany({ where: { id: { in: ended.map(({ id }) => id) } } });
  return token;
}

/**
 * Finds the session of a token; null when it is unknown, ended or expired.
 * Always queries the database, so that the end of a session takes effect at once.
 */
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
