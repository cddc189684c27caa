import { FramemillError } from '@framemill/timeline';
import { hashKey, mintKey } from '../../auth/bearer-key.ts';
import { isScope, scopeNames } from '../../auth/scopes.ts';
import { newId } from '../../ids.ts';
import type { AdminCommand } from '../define-command.ts';

const MAX_ACTIVE_KEYS = 10;

/** Mints an API key. Its text is printed once and never stored. */
export const keyMint: AdminCommand = {
  noun: 'key',
  verb: 'mint',
  summary: 'Mint an API key; it is shown once',
  argument: null,
  options: {
    account: { value: '<id>', description: 'Account that the key acts for', required: true },
    environment: { value: 'live|test', description: 'test keys are free and answer sample renders', required: true },
    scopes: { value: '<a,b,...>', description: 'Scopes, with commas; all when absent' },
  },
  async run({ options }, context) {
    const { client } = context.database();
    const environment = checkEnvironment(options.environment);
    const scopes = checkScopes(options.scopes);
    const account = await client.account.findUnique({
      where: { id: options.account ?? '' },
      select: { id: true, apps: { orderBy: { createdAt: 'asc' }, take: 1 } },
    });
    if (!account) throw new FramemillError('not_found', `There is no account ${options.account}. See "account list".`);
    const appId = account.apps[0]?.id ?? null;
    const active = await client.apiKey.count({ where: { accountId: account.id, appId, revokedAt: null } });
    if (active >= MAX_ACTIVE_KEYS) {
      throw new FramemillError(
        'quota_exceeded',
        `The app has ${active} active keys, the most there may be. Revoke one.`,
      );
    }
    const key = mintKey(environment);
    const id = newId('key');
    const data = { id, accountId: account.id, appId, hash: hashKey(key), last4: key.slice(-4), environment, scopes };
    await client.apiKey.create({ data });
    return { id, key, accountId: account.id, appId, environment, scopes };
  },
};

function checkEnvironment(text: string | undefined): 'live' | 'test' {
  if (text === 'live' || text === 'test') return text;
  throw new FramemillError('invalid_request', `--environment must be live or test (got "${text}").`);
}

function checkScopes(text: string | undefined): string[] {
  if (text === undefined) return scopeNames;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isScope(name));
  if (unknown === undefined) return names;
  throw new FramemillError('invalid_request', `"${unknown}" is no scope. There are: ${scopeNames.join(', ')}.`);
}
