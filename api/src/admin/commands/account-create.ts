import { PLANS, planIds } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { createAccount } from '../../account/create-account.ts';
import { normalEmail } from '../../account/email.ts';
import { issueKey } from '../../auth/issue-key.ts';
import { MIN_PASSWORD_LENGTH } from '../../auth/password.ts';
import { scopeNames } from '../../auth/scopes.ts';
import { newId } from '../../ids.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';
import { readSecret } from '../read-secret.ts';

/** Creates an account with the plan's credits of the first month and an app that its keys belong to. */
export const accountCreate: AdminCommand = {
  noun: 'account',
  verb: 'create',
  summary: 'Create an account',
  argument: null,
  options: {
    email: { value: '<address>', description: 'Unique among accounts', required: true },
    name: { value: '<name>', description: 'Shown in the account record; the address when absent' },
    plan: { value: '<plan>', description: `${planIds.join(', ')}; hobby when absent` },
    'password-from': {
      value: '<stdin or a variable>',
      description: 'Where the password for signing in is: stdin, or an environment variable; none when absent',
    },
    keys: {
      value: '<live,test>',
      description: 'Also mints a key of each environment named, with all scopes, and shows it once',
    },
  },
  async run({ options }, context) {
    const email = normalEmail(options.email ?? '', '--email');
    const plan = PLANS[oneOf('plan', options.plan ?? 'hobby', planIds)];
    const from = options['password-from'];
    const password = from === undefined ? null : checkPassword(await readSecret('password-from', from));
    const environments = (options.keys?.split(',') ?? []).map((word) =>
      oneOf('keys', word.trim(), ['live', 'test'] as const),
    );
    const database = await context.database();
    const account = await createAccount(database, { email, name: options.name ?? email, plan, password });
    const { id, name, createdAt } = account;
    const appId = newId('app');
    await database.client.app.create({ data: { id: appId, accountId: id, name: 'Default', scopes: scopeNames } });
    const keys: Record<string, string> = {};
    for (const environment of environments) {
      const { key } = await issueKey(database, { accountId: id, appId, environment, scopes: scopeNames });
      keys[`${environment}Key`] = key;
    }
    return {
      id,
      email,
      name,
      plan: plan.id,
      credits: plan.creditsPerMonth,
      createdAt: createdAt.toISOString(),
      ...keys,
    };
  },
};

function checkPassword(text: string): string {
  if (text.length >= MIN_PASSWORD_LENGTH) return text;
  throw new FramemillError(
    'invalid_request',
    `The password must have at least ${MIN_PASSWORD_LENGTH} characters (got ${text.length}).`,
  );
}
