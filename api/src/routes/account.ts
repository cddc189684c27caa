import { Type } from '@framemill/timeline/typebox';
import { accountRecord, findAccount } from '../account/account-record.ts';
import { scopeNames } from '../auth/scopes.ts';
import { defineRoute } from '../routing/define-route.ts';
import { UsageRecordSchema, usageRecord } from '../usage/usage-record.ts';

const nullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

/** Schema of the account in the response of GET /v1/me. */
export const AccountSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    plan: Type.Object({ id: Type.String(), name: Type.String(), features: Type.Array(Type.String()) }),
    credits: Type.Object({
      remaining: Type.Integer(),
      perMonth: Type.Integer(),
      resetsAt: Type.String({ format: 'date-time' }),
    }),
    exports: Type.Object({
      used: Type.Integer(),
      limit: nullableNumber('null: unlimited'),
      resetsAt: Type.String({ format: 'date-time' }),
    }),
    limits: Type.Object({
      maxProjects: nullableNumber('null: unlimited'),
      maxExportHeight: Type.Integer({ description: 'Limit on the shorter side, pixels.' }),
      maxUploadMb: Type.Integer(),
      maxConcurrentRenders: nullableNumber('null: as many as wait for the farm'),
      exportsKeptDays: nullableNumber('Days after its end for which a render is kept with its files; null: for ever.'),
    }),
  },
  {
    title: 'Account',
    examples: [
      {
        ...{ id: 'acc_0123456789abcdef0123456789abcdef', email: 'ann@example.org', name: 'Ann' },
        plan: { id: 'studio', name: 'Studio', features: ['ai_console', 'no_watermark', 'api_access'] },
        credits: { remaining: 5_970, perMonth: 6_000, resetsAt: '2026-12-15T10:00:00.000Z' },
        exports: { used: 12, limit: 1_000, resetsAt: '2026-12-15T10:00:00.000Z' },
        limits: {
          ...{ maxProjects: 1_000, maxExportHeight: 2_160, maxUploadMb: 512, maxConcurrentRenders: 5 },
          exportsKeptDays: null,
        },
      },
    ],
  },
);

/** Schema of the request's credential in the response of GET /v1/me. */
const CredentialSchema = Type.Object({
  type: Type.String({ description: '`api_key` or `oauth`; `session` in the Studio.' }),
  keyId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null for OAuth tokens and sessions' }),
  appId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  environment: Type.Enum(['live', 'test']),
  scopes: Type.Array(Type.Enum(scopeNames)),
});

/** Route that reads the account and the credential of the caller: GET /v1/me. */
export const me = defineRoute({
  name: 'me',
  method: 'GET',
  path: '/me',
  access: 'account.read',
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

/** Route that returns the account's usage of the current month: GET /v1/usage. */
export const usage = defineRoute({
  name: 'usage',
  method: 'GET',
  path: '/usage',
  access: 'account.read',
  summary: 'Usage of the present month',
  description: 'Requests, renders, credits and storage of the account in its present month, together and by day.',
  status: 200,
  answer: UsageRecordSchema,
  errors: [],
  examples: [{ title: 'This month' }],
  async handle({ caller }, deps) {
    // Include counts that this process has not yet stored, usually the caller's own request.
    await deps.requestCounter.flush();
    return usageRecord(deps, caller.accountId);
  },
});
