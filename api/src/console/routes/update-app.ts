import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { checkAppName } from '../../apps/app-name.ts';
import { AppSchema, appFields, appRecord, openStates } from '../../apps/app-record.ts';
import { checkRedirectUris } from '../../apps/redirect-uri.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `PATCH /api/developer/apps/{id}`: changes an app. Its scopes cannot change once it is in review. */
export const updateApp = defineConsoleRoute({
  name: 'update-app',
  method: 'PATCH',
  path: '/api/developer/apps/:id',
  access: 'session',
  summary: 'Change an app. Its scopes can change until it is in review',
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(appFields.name),
    scopes: Type.Optional(appFields.scopes),
    redirectUris: Type.Optional(appFields.redirectUris),
  }),
  status: 200,
  answer: Type.Object({ app: AppSchema }),
  errors: ['not_found'],
  conflicts: ['app_reviewed'],
  examples: [{ title: 'Another name', body: { name: 'Winter films' } }],
  async handle({ params: { id }, body, session: { accountId } }, { database: { client } }) {
    const { name, scopes, redirectUris } = body;
    if (name !== undefined) checkAppName(name);
    checkRedirectUris(redirectUris ?? []);
    // Checked in the update's own condition: the app may be submitted concurrently and must be reviewed with its scopes
    // of that moment.
    const { count } = await client.app.updateMany({
      where: { id, accountId, ...(scopes ? { status: { in: openStates } } : {}) },
      data: { name, redirectUris, scopes: scopes && [...new Set(scopes)] },
    });
    const row = await client.app.findFirst({ where: { id, accountId } });
    if (!row) throw new FramemillError('not_found', `There is no app ${id}.`);
    if (scopes && count === 0) {
      const message = `The scopes of an app that is ${row.status} cannot be changed. Create another app.`;
      throw new FramemillError('invalid_request', message, { conflictCode: 'app_reviewed' });
    }
    return { app: appRecord(row) };
  },
});
