import { Type } from '@framemill/timeline/typebox';
import { AppSchema, appRecord } from '../../apps/app-record.ts';
import { newestFirst } from '../../http/paging.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `GET /api/developer/apps`: lists the account's apps, newest first. */
export const listApps = defineConsoleRoute({
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
