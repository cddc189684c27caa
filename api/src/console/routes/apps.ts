import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { AppSchema, appFields, appRecord, checkAppName, openStates } from '../../apps/app-record.ts';
import { checkRedirectUris } from '../../apps/redirect-uri.ts';
import { newestFirst } from '../../http/paging.ts';
import { newId } from '../../ids.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineRoute } from '../../routing/define-route.ts';

/** Maximum number of apps of one account. */
const MAX_APPS = 50;

/** Route `POST /api/developer/apps`: creates an app as a draft. */
export const createApp = defineRoute({
  name: 'create-app',
  method: 'POST',
  path: '/api/developer/apps',
  access: 'session',
  summary: 'Create an app; it is a draft until it was reviewed',
  body: Type.Object({
    name: appFields.name,
    scopes: appFields.scopes,
    redirectUris: Type.Optional(appFields.redirectUris),
  }),
  status: 201,
  answer: Type.Object({ app: AppSchema }),
  errors: ['quota_exceeded'],
  examples: [{ title: 'An app', body: { name: 'Holiday films', scopes: ['projects.read', 'projects.write'] } }],
  async handle({ body, session: { accountId } }, { database: { client } }) {
    const { name, redirectUris = [] } = body;
    checkAppName(name);
    checkRedirectUris(redirectUris);
    const used = await client.app.count({ where: { accountId } });
    if (used >= MAX_APPS) {
      const message = `This account already has ${used} apps, the maximum. Use one of them.`;
      throw new FramemillError('quota_exceeded', message, { what: 'apps', used, limit: MAX_APPS });
    }
    const scopes = [...new Set(body.scopes)];
    const app = await client.app.create({
      data: { id: newId('app'), accountId, name, scopes, redirectUris, status: 'draft' },
    });
    return { app: appRecord(app) };
  },
});

/** Route `GET /api/developer/apps`: lists the account's apps, newest first. */
export const listApps = defineRoute({
  name: 'list-apps',
  method: 'GET',
  path: '/api/developer/apps',
  access: 'session',
  summary: "List the account's apps, newest first",
  status: 200,
  answer: Type.Object({ apps: Type.Array(AppSchema) }),
  errors: [],
  examples: [{ title: 'All apps' }],
  async handle({ session: { accountId } }, { database: { client } }) {
    const rows = await client.app.findMany({ where: { accountId }, orderBy: newestFirst });
    return { apps: rows.map(appRecord) };
  },
});

/** Route `PATCH /api/developer/apps/{id}`: changes an app. Its scopes cannot change once it is in review. */
export const updateApp = defineRoute({
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
    if (!row) throw new FramemillError('not_found', `There is no app ${id}. Check the id.`);
    if (scopes && count === 0) {
      const message = `The scopes of an app that is ${row.status} cannot be changed. Create another app.`;
      throw new FramemillError('invalid_request', message, { conflictCode: 'app_reviewed' });
    }
    return { app: appRecord(row) };
  },
});

/** Route `POST /api/developer/apps/{id}/submit`: submits a draft or rejected app for review. */
export const submitApp = defineRoute({
  name: 'submit-app',
  method: 'POST',
  path: '/api/developer/apps/:id/submit',
  access: 'session',
  summary: 'Hand a draft or rejected app in for review',
  params: IdParams,
  status: 200,
  answer: Type.Object({ app: AppSchema }),
  errors: ['not_found'],
  conflicts: ['app_reviewed'],
  examples: [{ title: 'Submit' }],
  async handle({ params: { id }, session: { accountId } }, { database: { client } }) {
    const { count } = await client.app.updateMany({
      where: { id, accountId, status: { in: openStates } },
      data: { status: 'in_review' },
    });
    const row = await client.app.findFirst({ where: { id, accountId } });
    if (!row) throw new FramemillError('not_found', `There is no app ${id}. Check the id.`);
    if (count === 0) {
      const message = `The app is ${row.status} and cannot be submitted again. Submit a draft or a rejected app.`;
      throw new FramemillError('invalid_request', message, { conflictCode: 'app_reviewed' });
    }
    return { app: appRecord(row) };
  },
});

/** Route `GET /api/developer/agreement`: returns when the account accepted the developer agreement. */
export const getAgreement = defineRoute({
  name: 'get-agreement',
  method: 'GET',
  path: '/api/developer/agreement',
  access: 'session',
  summary: 'When the account accepted the developer agreement',
  status: 200,
  answer: Type.Object({
    acceptedAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'null: not yet.',
    }),
  }),
  errors: [],
  examples: [{ title: 'When' }],
  async handle({ session }, { database: { client } }) {
    const where = { id: session.accountId };
    const { developerAgreementAt } = await client.account.findUniqueOrThrow({ where });
    return { acceptedAt: developerAgreementAt?.toISOString() ?? null };
  },
});

/** Route `POST /api/developer/agreement`: accepts the developer agreement. */
export const acceptAgreement = defineRoute({
  name: 'accept-agreement',
  method: 'POST',
  path: '/api/developer/agreement',
  access: 'session',
  summary: 'Accept the developer agreement; the first time counts',
  body: Type.Object({ accept: Type.Literal(true) }),
  status: 200,
  answer: Type.Object({ acceptedAt: Type.String({ format: 'date-time' }) }),
  errors: [],
  examples: [{ title: 'Accept', body: { accept: true } }],
  async handle({ session }, { database: { client } }) {
    const where = { id: session.accountId };
    await client.account.updateMany({
      where: { ...where, developerAgreementAt: null },
      data: { developerAgreementAt: new Date() },
    });
    const { developerAgreementAt } = await client.account.findUniqueOrThrow({ where });
    return { acceptedAt: (developerAgreementAt ?? new Date()).toISOString() };
  },
});
