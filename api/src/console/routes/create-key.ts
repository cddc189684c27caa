import { Type } from '@framemill/timeline/typebox';
import { KeySchema, keyRecord } from '../../apps/key-record.ts';
import { requireLiveAccess } from '../../apps/require-live-access.ts';
import { issueKey } from '../../auth/issue-key.ts';
import { scopeNames } from '../../auth/scopes.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/developer/keys`: creates an API key and returns its text once. */
export const createKey = defineConsoleRoute({
  name: 'create-key',
  method: 'POST',
  path: '/api/developer/keys',
  access: 'session',
  summary: 'Mint a key of an app, or a personal one without an app; its text is in this answer and nowhere else',
  body: Type.Object({
    appId: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    environment: Type.Enum(['live', 'test']),
    scopes: Type.Array(Type.Enum(scopeNames), { minItems: 1, maxItems: 18 }),
  }),
  status: 201,
  answer: Type.Object({ key: Type.String(), record: KeySchema }),
  errors: ['not_found', 'plan_required', 'quota_exceeded'],
  conflicts: ['agreement_required', 'app_not_approved'],
  examples: [{ title: 'A personal test key', body: { environment: 'test', scopes: ['account.read'] } }],
  async handle({ body, session: { accountId } }, deps) {
    const { appId = null, environment } = body;
    if (environment === 'live') await requireLiveAccess(deps, accountId, appId);
    const issued = await issueKey(deps.database, { accountId, appId, environment, scopes: [...new Set(body.scopes)] });
    return { key: issued.key, record: keyRecord(issued) };
  },
});
