import { Type } from '@framemill/timeline/typebox';
import { PluginRecordSchema, pluginRecord } from '../plugins/plugin-record.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the registered plugins and their tools: GET /v1/plugins. */
export const listPlugins = defineRoute({
  name: 'list-plugins',
  method: 'GET',
  path: '/plugins',
  scope: 'account.read',
  summary: 'List plugins',
  description:
    'What the operator registered, with the tools of each and what they take. `planRequired` names the smallest plan.',
  status: 200,
  answer: Type.Object({ plugins: Type.Array(PluginRecordSchema) }),
  errors: [],
  examples: [{ title: 'All plugins' }],
  async handle(_call, { database }) {
    const rows = await database.client.plugin.findMany({ orderBy: { slug: 'asc' } });
    return { plugins: rows.map(pluginRecord) };
  },
});
