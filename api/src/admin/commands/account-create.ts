import { PLANS, planFor } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { hashPassword } from '../../auth/password.ts';
import { scopeNames } from '../../auth/scopes.ts';
import { newId } from '../../ids.ts';
import type { AdminCommand } from '../define-command.ts';

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,190}$/;

/** Creates an account with the plan's credits of the first month and an app that its keys belong to. */
export const accountCreate: AdminCommand = {
  noun: 'account',
  verb: 'create',
  summary: 'Create an account',
  argument: null,
  options: {
    email: { value: '<address>', description: 'Unique among accounts', required: true },
    name: { value: '<name>', description: 'Shown in the account record; the address when absent' },
    plan: { value: '<plan>', description: `${Object.keys(PLANS).join(', ')}; hobby when absent` },
    password: { value: '<password>', description: 'For signing in, at least 8 characters; none when absent' },
  },
  async run({ options }, context) {
    const email = checkEmail(options.email ?? '');
    const plan = planFor(options.plan ?? 'hobby');
    const { client } = context.database();
    if (await client.account.findUnique({ where: { email } })) {
      throw new FramemillError('invalid_request', `An account with the address ${email} exists already.`);
    }
    const account = await client.account.create({
      data: {
        id: newId('acc'),
        email,
        name: options.name ?? email,
        plan: plan.id,
        passwordHash: options.password === undefined ? null : await hashPassword(checkPassword(options.password)),
        apps: { create: { id: newId('app'), name: 'Default', scopes: scopeNames } },
        ledger: { create: { id: newId('led'), delta: plan.creditsPerMonth, reason: `monthly credits of ${plan.id}` } },
      },
    });
    const { id, name, createdAt } = account;
    return { id, email, name, plan: plan.id, credits: plan.creditsPerMonth, createdAt: createdAt.toISOString() };
  },
};

function checkEmail(text: string): string {
  if (EMAIL.test(text)) return text.toLowerCase();
  throw new FramemillError('invalid_request', `--email must be an address such as ann@example.org (got "${text}").`);
}

function checkPassword(text: string): string {
  if (text.length >= 8) return text;
  throw new FramemillError('invalid_request', `--password must have at least 8 characters (got ${text.length}).`);
}
