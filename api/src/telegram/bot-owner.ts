import type { Prisma } from '@framemill/infra';
import { hasFeature, type Plans } from '@framemill/scheduler';
import { accountFactFields, isRestricted, requestsPerMinute } from '../account/account-facts.ts';
import type { Caller } from '../auth/caller.ts';
import { grantedScopes, type Scope } from '../auth/scopes.ts';

/** Scopes that a bot uses on behalf of its owner. Its app must be allowed all of them. */
export const botScopes: Scope[] = [
  'projects.read',
  'projects.write',
  'media.write',
  'render.read',
  'render.write',
  'ai.agent',
];

/** Prisma `include` that adds to a bot its app and the account that owns the app. */
export const withOwner = { app: { include: { account: { select: accountFactFields } } } } as const;

/** Row of a bot with its app and account. */
export type OwnedBot = Prisma.TelegramBotGetPayload<{ include: typeof withOwner }>;

/** Returns the scopes of `botScopes` that an app may not grant. */
export function missingScopes(appScopes: readonly string[]): Scope[] {
  return botScopes.filter((scope) => !appScopes.includes(scope));
}

/**
 * Returns the caller on whose behalf a bot acts. Returns `null` while the bot is paused. A bot is paused while its app
 * is not approved or lacks one of `botScopes`, and while the account of the app is restricted or has a plan without API
 * access.
 */
export function botCaller(plans: Plans, { id, appId, app }: OwnedBot, now: Date = new Date()): Caller | null {
  const { account, accountId } = app;
  if (app.status !== 'approved' || isRestricted(account, now)) return null;
  const plan = plans.of(account);
  if (!hasFeature(plan, 'api_access') || missingScopes(app.scopes).length > 0) return null;
  return {
    ...{ accountId, plan, limiterKey: id, requestsPerMinute: requestsPerMinute(plans, account) },
    credential: {
      ...{ type: 'api_key', keyId: null, appId, environment: 'live' },
      scopes: grantedScopes({ scopes: botScopes, legacy: false, ceiling: app.scopes }),
    },
  };
}
