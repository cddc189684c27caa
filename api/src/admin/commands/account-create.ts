import { createAccount } from '../../account/create-account.ts';
import { normalEmail } from '../../account/email.ts';
import { requireApiAccess } from '../../auth/authenticate.ts';
import { issueKey } from '../../auth/issue-key.ts';
import { scopeNames } from '../../auth/scopes.ts';
import { newId } from '../../ids.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';
import { planGaps } from '../plan-gaps.ts';
import { planNamed } from '../plan-named.ts';
import { readPassword } from '../read-password.ts';

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
