import { limitNames, ownLimits, type Plan } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { accountNotFound } from '../../account/account-facts.ts';
import { hashPassword, normalEmail } from '../../account/credentials.ts';
import { operatorActor, recordAudit } from '../../audit/audit-log.ts';
import { type OpenedAccount, openAccount, planGaps } from '../../operators/open-account.ts';
import {
  banAccount,
  endOfSuspension,
  entryOf,
  type OperatedAccount,
  resumeAccount,
  suspendAccount,
} from '../../operators/restrict-account.ts';
import { accountUse } from '../../usage/account-use.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf, planNamed, readPassword } from '../option-values.ts';

/** Returns the account that a command changes, with its operator. */
const operated = (id: string): OperatedAccount => ({ id, actor: operatorActor() });

/** Returns a sentence that lists what a plan lacks, or null for a plan with all features. */
function noteOf(plan: Plan): string | null {
  const gaps = planGaps(plan);
  if (gaps.length === 0) return null;
  const limits = gaps.join('; ');
  return `The plan ${plan.name} has limits: ${limits}. "plan list" shows all plans, "account plan" changes it.`;
}

/** Returns what to do with a new account. `apiHost` is the public address of the service. */
function nextStep(apiHost: string, { password, keys }: OpenedAccount): string {
  const keyWord = keys.length === 1 ? 'key' : 'keys';
  const secrets = [...(password === null ? [] : ['password']), ...(keys.length === 0 ? [] : [keyWord])];
  const isOne = secrets.length === 1 && keys.length < 2;
  return [
    ...(secrets.length === 0
      ? []
      : [`Copy the ${secrets.join(' and the ')} now: ${isOne ? 'it is' : 'they are'} not shown again.`]),
    `Sign in at ${apiHost}/studio with the e-mail address and the password.`,
    ...(keys.length === 0 ? [] : [`Programs send a key with every call: ${apiHost}/docs describes the calls.`]),
  ].join(' ');
}

/** Creates an account with its plan's credits for the first month and a default app that owns its keys. */
export const accountCreate: AdminCommand = {
  noun: 'account',
  verb: 'create',
  summary: 'Create an account, and show its password and first key once',
  argument: null,
  options: {
    email: { value: '<address>', description: 'Unique among accounts', required: true },
    name: { value: '<name>', description: 'Shown in the account record; the address when absent' },
    plan: { value: '<plan>', description: 'One of "plan list"; the first of these when absent' },
    'password-from': {
      value: '<stdin or a variable>',
      description: 'Where the password for signing in is: stdin, or an environment variable; generated when absent',
    },
    role: { value: 'admin|user', description: 'admin: operates the farm in the Studio; user when absent' },
    keys: {
      value: '<live,test|none>',
      description:
        'Environments of the keys to create, with all scopes; when absent live, or test on a plan without live keys',
    },
  },
  async run({ options }, context) {
    const email = normalEmail(options.email ?? '', '--email');
    const plan = planNamed(context.plans, options.plan ?? context.plans.list[0].id);
    const from = options['password-from'];
    const name = options.name ?? email;
    const opened = await openAccount(
      { database: await context.database(), plans: context.plans },
      {
        ...{ email, name, plan, environments: environmentsOf(options.keys) },
        role: oneOf('role', options.role ?? 'user', ['admin', 'user'] as const),
        password: from === undefined ? null : await readPassword(from),
      },
      operatorActor(),
    );
    const { id, createdAt, password, keys } = opened;
    const note = noteOf(plan);
    return {
      ...{ id, email, name, plan: plan.id },
      ...(plan.creditsPerMonth === 0 ? {} : { credits: plan.creditsPerMonth }),
      createdAt: createdAt.toISOString(),
      ...(password === null ? {} : { password }),
      ...Object.fromEntries(keys.map(({ environment, key }) => [`${environment}Key`, key])),
      ...(note === null ? {} : { note }),
      next: nextStep(context.apiHost, opened),
    };
  },
};

function environmentsOf(text: string | undefined) {
  if (text === undefined) return null;
  if (text === 'none') return [];
  return text.split(',').map((word) => oneOf('keys', word.trim(), ['live', 'test'] as const));
}

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
      await recordAudit(tx, entryOf(operated(account.id), 'account.password'));
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
    await (await context.database()).client.$transaction(async (tx) => {
      const { count } = await tx.account.updateMany({ where: { id }, data: { role } });
      if (count === 0) throw accountNotFound(id);
      await recordAudit(tx, entryOf(operated(id), 'account.role', { role }));
    });
    return { id, role };
  },
};

/** Suspends an account. Its apps are refused as well. */
export const accountSuspend: AdminCommand = {
  noun: 'account',
  verb: 'suspend',
  summary: 'Suspend an account; its keys, tokens, sessions and apps are refused within 5 s. Open renders are finished',
  argument: 'accountId',
  options: {
    until: { value: '<date>', description: 'End, such as 2027-01-31T00:00:00Z; until it is lifted when absent' },
    reason: { value: '<text>', description: 'Shown to the account' },
  },
  async run({ argument: id, options }, context) {
    const until = endOfSuspension(options.until, '--until');
    await suspendAccount(await context.database(), operated(id), { until, reason: options.reason ?? null });
    return { id, status: 'suspended', until: until?.toISOString() ?? null };
  },
};

/** Bans an account permanently. */
export const accountBan: AdminCommand = {
  noun: 'account',
  verb: 'ban',
  summary: 'Ban an account: also revokes its keys, OAuth grants and sessions',
  argument: 'accountId',
  options: { reason: { value: '<text>', description: 'Shown to the account' } },
  async run({ argument: id, options }, context) {
    await banAccount(await context.database(), operated(id), options.reason ?? null);
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
    await resumeAccount(await context.database(), operated(id));
    return { id, status: 'active' };
  },
};
