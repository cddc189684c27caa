import { Type } from '@framemill/timeline/typebox';
import { accountRecord, findAccount } from '../account/account-record.ts';
import { defineRoute } from '../routing/define-route.ts';
import { AccountSchema, CredentialSchema } from '../usage/account-schema.ts';

/** Route that reads the account and the credential of the caller: GET /v1/me. */
export const me = defineRoute({
  name: 'me',
  method: 'GET',
  path: '/me',
  scope: 'account.read',
  summary: 'Account and credential',
  description: 'The account behind the credential: plan, credits, exports and limits, and what the credential may do.',
  status: 200,
  answer: Type.Object({ account: AccountSchema, credential: CredentialSchema }),
  errors: [],
  examples: [{ title: 'Who am I' }],
  async handle({ caller }, deps) {
    const account = await findAccount(deps, caller.accountId);
    return { account: accountRecord(deps, account), credential: caller.credential };
  },
});
