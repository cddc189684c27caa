import type { Database, Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { newId } from '../ids.ts';
import { lockAccountRow } from '../lock-account-row.ts';
import { hashKey, type KeyEnvironment, mintKey } from './caller.ts';
import { isScope, type Scope } from './scopes.ts';

/** Maximum number of active keys of an app. The account's personal keys have a limit of the same size. */
export const MAX_ACTIVE_KEYS = 10;

/** Properties of a key to create. `appId` null means a personal key. */
export interface KeyRequest {
  accountId: string;
  appId: string | null;
  environment: KeyEnvironment;
  scopes: Scope[];
}

/** Newly created key. `key` is its text, which the service does not store. */
export interface IssuedKey extends KeyRequest {
  id: string;
  key: string;
  last4: string;
  createdAt: Date;
}

/**
 * Creates an API key with those of `scopes` that its app may grant.
 * Throws `not_found` when the app does not belong to the account, and `quota_exceeded` when MAX_ACTIVE_KEYS are active.
 * The caller checks whether the account may have live keys.
 */
export function issueKey({ client }: Database, request: KeyRequest): Promise<IssuedKey> {
  return client.$transaction((tx) => issueKeyIn(tx, request));
}

/** Like `issueKey`, within a transaction. */
export async function issueKeyIn(
  tx: Prisma.TransactionClient,
  { accountId, appId, environment, scopes }: KeyRequest,
): Promise<IssuedKey> {
  // Serialises concurrent creations, so that each one counts the keys of the others.
  await lockAccountRow(tx, accountId);
  const ceiling = appId === null ? null : await tx.app.findFirst({ where: { id: appId, accountId } });
  if (appId !== null && !ceiling) throw new FramemillError('not_found', `There is no app ${appId}. Check the id.`);
  const active = await tx.apiKey.count({ where: { accountId, appId, revokedAt: null } });
  if (active >= MAX_ACTIVE_KEYS) {
    const message = `There are ${active} active keys, and at most ${MAX_ACTIVE_KEYS} are allowed. Revoke one first.`;
    throw new FramemillError('quota_exceeded', message, { what: 'keys', used: active, limit: MAX_ACTIVE_KEYS });
  }
  const key = mintKey(environment);
  const granted = scopes.filter((scope) => isScope(scope) && (ceiling === null || ceiling.scopes.includes(scope)));
  const data = {
    id: newId('key'),
    accountId,
    appId,
    hash: hashKey(key),
    last4: key.slice(-4),
    environment,
    scopes: granted,
  };
  const { id, last4, createdAt } = await tx.apiKey.create({ data });
  return { id, key, last4, createdAt, accountId, appId, environment, scopes: granted };
}
