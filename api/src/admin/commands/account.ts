import { limitNames, ownLimits, type Plan, type PlanFeature, planFeatures } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { banAccount, liftRestriction, suspendAccount } from '../../account/account-facts.ts';
import { createAccount } from '../../account/create-account.ts';
import { hashPassword, normalEmail } from '../../account/credentials.ts';
import { requireApiAccess } from '../../auth/authenticate.ts';
import { issueKey } from '../../auth/issue-key.ts';
import { scopeNames } from '../../auth/scopes.ts';
import { newId } from '../../ids.ts';
import { accountUse } from '../../usage/account-use.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf, planNamed, readPassword } from '../option-values.ts';

const words: Record<PlanFeature, string> = {
  ai_console: 'no planner',
  no_watermark: 'videos carry a watermark',
  api_access: 'no live keys (only test keys, which return sample videos)',
  priority_renders: 'no priority for its renders',
  marketplace_plugins: 'no plugins of the marketplace',
  gated_ops: 'no runScript and importTimeline',
  organisations: 'no organisations',
};

/** Returns a sentence that lists the features a plan lacks, or null for a plan with all features. */
function planGaps(plan: Plan): string | null {
  const gaps = planFeatures.filter((feature) => !plan.features.includes(feature)).map((feature) => words[feature]);
  if (gaps.length === 0) return null;
  const limits = gaps.join('; ');
  return `The plan ${plan.name} has limits: ${limits}. "plan list" shows all plans, "account plan" changes it.`;
}

/** Creates an account with its plan's credits for the first month and a default app that owns its keys. */
export const accountCreate: AdminCommand = {
  noun: 'account',
  verb: 'create',
  summary: 'Create an account',
  argument: null,
  options: {
    email: { value: '<address>', description: 'Unique among accounts', required: true },
    name: { value: '<name>', description: 'Shown in the account record; the address when absent' },
    plan: { value: '<plan>', description: 'One of "plan list"; the first of these when absent' },
    'password-from': {
      value: '<stdin or a variable>',
      description: 'Where the password for signing in is: stdin, or an environment variable; none when absent',
    },
    role: { value: 'admin|user', description: 'admin: operates the farm in the Studio; user when absent' },
    keys: {
      value: '<live,test>',
      description: 'Also mints a key of each environment named, with all scopes, and shows it once',
    },
  },
  async run({ options }, context) {
    const email = normalEmail(options.email ?? '', '--email');
    const plan = planNamed(context.plans, options.plan ?? context.plans.list[0].id);
    const from = options['password-from'];
    const password = from === undefined ? null : await readPassword(from);
    const environments = (options.keys?.split(',') ?? []).map((word) =>
      oneOf('keys', word.trim(), ['live', 'test'] as const),
    );
    const role = oneOf('role', options.role ?? 'user', ['admin', 'user'] as const);
    // Refused before the account is created, not at the first call with the key.
    if (environments.includes('live')) requireApiAccess(plan);
    const database = await context.database();
    const account = await createAccount(
      { database, plans: context.plans },
      { email, name: options.name ?? email, plan, password },
    );
    const { id, name, createdAt } = account;
    if (role === 'admin') await database.client.account.update({ where: { id }, data: { role } });
    const appId = newId('app');
    await database.client.app.create({ data: { id: appId, accountId: id, name: 'Default', scopes: scopeNames } });
    const keys: Record<string, string> = {};
    for (const environment of environments) {
      const { key } = await issueKey(database, { accountId: id, appId, environment, scopes: scopeNames });
      keys[`${environment}Key`] = key;
    }
    const note = planGaps(plan);
    return {
      id,
      email,
      name,
      plan: plan.id,
      credits: plan.creditsPerMonth,
      createdAt: createdAt.toISOString(),
      ...keys,
      ...(note === null ? {} : { note }),
    };
  },
};

/** Lists accounts, newest first. */
export const accountList: AdminCommand = {
  noun: 'account',
  verb: 'list',
  summary: 'List accounts',
  argument: null,
  options: {},
  async run(_input, context) {
    const rows = await (await context.database()).client.account.findMany({
      orderBy: { createdAt: 'desc' },
      take: 1_000,
    });
    return rows.map(({ id, email, name, plan, status, createdAt }) => {
      return { id, email, name, plan, status, createdAt: createdAt.toISOString() };
    });
  },
};

/** Shows an account, its limits, and its current use of every shared resource. */
export const accountShow: AdminCommand = {
  noun: 'account',
  verb: 'show',
  summary: 'Show an account, its limits and what it uses now: slots, work that waits, bytes, seconds',
  argument: 'accountId|email',
  options: {},
  async run({ argument }, context) {
    const database = await context.database();
    const account = await database.client.account.findFirst({
      where: { OR: [{ id: argument }, { email: argument.trim().toLowerCase() }] },
    });
    if (account === null) throw new FramemillError('not_found', `There is no account ${argument}. See "account list".`);
    const { id, email, plan: planId, status } = account;
    const plan = context.plans.of(account);
    const use = await accountUse({ database, redis: await context.redis() }, { id, plan });
    const limits = Object.fromEntries(limitNames.map((name) => [name, plan[name]]));
    return { id, email, plan: planId, status, limits, ownLimits: ownLimits(account.limits), ...use };
  },
};

/** Sets an account's password and ends all its sessions. API keys and connected apps stay valid. */
export const accountPassword: AdminCommand = {
  noun: 'account',
  verb: 'password',
  summary: 'Give an account another password; who is signed in must sign in again',
  argument: 'accountId|email',
  options: {
    'password-from': {
      value: '<stdin or a variable>',
      description: 'Where the password is: stdin, or an environment variable',
      required: true,
    },
  },
  async run({ argument, options }, context) {
    const passwordHash = await hashPassword(await readPassword(options['password-from'] ?? ''));
    const { client } = await context.database();
    return client.$transaction(async (tx) => {
      const where = { OR: [{ id: argument }, { email: argument.trim().toLowerCase() }] };
      const account = await tx.account.findFirst({ where, select: { id: true, email: true } });
      if (account === null)
        throw new FramemillError('not_found', `There is no account ${argument}. See "account list".`);
      await tx.account.update({ where: { id: account.id }, data: { passwordHash } });
      const { count } = await tx.session.deleteMany({ where: { accountId: account.id } });
      return { ...account, sessionsEnded: count };
    });
  },
};

/** Sets the role of an account: `admin` gives access to the operators' pages, `user` removes it. */
export const accountRole: AdminCommand = {
  noun: 'account',
  verb: 'role',
  summary: 'Make an account an admin, or a user again',
  argument: 'accountId',
  options: {
    role: {
      value: 'admin|user',
      description: 'admin: operates the farm in the Studio and sees /admin/queues',
      required: true,
    },
  },
  async run({ argument: id, options }, context) {
    const role = oneOf('role', options.role, ['admin', 'user']);
    const { count } = await (await context.database()).client.account.updateMany({ where: { id }, data: { role } });
    if (count === 0) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
    return { id, role };
  },
};

/** Suspends an account. Its apps are refused as well. */
export const accountSuspend: AdminCommand = {
  noun: 'account',
  verb: 'suspend',
  summary: 'Suspend an account; its keys, tokens and apps are refused within 5 s',
  argument: 'accountId',
  options: {
    until: { value: '<date>', description: 'End, such as 2027-01-31T00:00:00Z; until it is lifted when absent' },
    reason: { value: '<text>', description: 'Shown to the account' },
  },
  async run({ argument: id, options }, context) {
    const until = readDate(options.until);
    await suspendAccount(await context.database(), id, { until, reason: options.reason ?? null });
    return { id, status: 'suspended', until: until?.toISOString() ?? null };
  },
};

function readDate(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (date > new Date()) return date;
  throw new FramemillError('invalid_request', `--until must be a date in the future (got "${text}").`);
}

/** Bans an account permanently. */
export const accountBan: AdminCommand = {
  noun: 'account',
  verb: 'ban',
  summary: 'Ban an account: also revokes its keys, OAuth grants and sessions',
  argument: 'accountId',
  options: { reason: { value: '<text>', description: 'Shown to the account' } },
  async run({ argument: id, options }, context) {
    await banAccount(await context.database(), id, options.reason ?? null);
    return { id, status: 'banned' };
  },
};

/** Ends a suspension or ban. */
export const accountLift: AdminCommand = {
  noun: 'account',
  verb: 'lift',
  summary: 'End a suspension or ban; what a ban revoked stays revoked',
  argument: 'accountId',
  options: {},
  async run({ argument: id }, context) {
    await liftRestriction(await context.database(), id);
    return { id, status: 'active' };
  },
};
