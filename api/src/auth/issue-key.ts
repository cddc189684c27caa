import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { lockAccountRow } from '../database/lock-account-row.ts';
import { newId } from '../ids.ts';
import { hashKey, type KeyEnvironment, mintKey } from './bearer-key.ts';
import { isScope, type Scope } from './scopes.ts';

/** Active keys that an app may have; and those of an account that belong to no app. */
export const MAX_ACTIVE_KEYS = 10;

/** What a new key is to be. `appId` null: a personal key. */
export interface KeyRequest {
  accountId: string;
  appId: string | null;
  environment: KeyEnvironment;
  scopes: Scope[];
}

/** A new key; `key` is its text, known from here on to its owner alone. */
export interface IssuedKey extends KeyRequest {
  id: string;
  key: string;
  last4: string;
  createdAt: Date;
}

/**
 * Mints a key with those of `scopes` that its app may hand out. Throws `not_found` for an app of somebody else and
 * `quota_exceeded` when there are MAX_ACTIVE_KEYS already. Whether the account may have live keys is for the caller to check.
 */
export function issueKey(
  { client }: Database,
  { accountId, appId, environment, scopes }: KeyRequest,
): Promise<IssuedKey> {
  return client.$transaction(async (tx) => {
    // Keys minted at once are counted one after the other.
    await lockAccountRow(tx, accountId);
    const ceiling = appId === null ? null : await tx.app.findFirst({ where: { id: appId, accountId } });
    if (appId !== null && !ceiling) throw new FramemillError('not_found', `There is no app ${appId}.`);
    const active = await tx.apiKey.count({ where: { accountId, appId, revokedAt: null } });
    if (active >= MAX_ACTIVE_KEYS) {
      const message = `${active} keys are active and there may be ${MAX_ACTIVE_KEYS}. Revoke one.`;
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
  });
}
