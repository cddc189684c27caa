import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { checkAppName } from '../../apps/app-name.ts';
import { AppSchema, appFields, appRecord } from '../../apps/app-record.ts';
import { checkRedirectUris } from '../../apps/redirect-uri.ts';
import { newId } from '../../ids.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Maximum number of apps of one account. */
const MAX_APPS = 50;

/** Route `POST /api/developer/apps`: creates an app as a draft. */
export const createApp = defineConsoleRoute({
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
      const message = `This account has ${used} apps, and at most ${MAX_APPS} are allowed.`;
      throw new FramemillError('quota_exceeded', message, { what: 'apps', used, limit: MAX_APPS });
    }
    const scopes = [...new Set(body.scopes)];
    const app = await client.app.create({
      data: { id: newId('app'), accountId, name, scopes, redirectUris, status: 'draft' },
    });
    return { app: appRecord(app) };
  },
});
