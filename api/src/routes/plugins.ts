import { hasFeature } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { inputReader } from '../http/input.ts';
import { invokePlugin } from '../plugins/invoke-plugin.ts';
import { PluginRecordSchema, pluginRecord, toolsOf } from '../plugins/manifest.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists the registered plugins and their tools: GET /v1/plugins. */
export const listPlugins = defineRoute({
  name: 'list-plugins',
  method: 'GET',
  path: '/plugins',
  access: 'account.read',
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

/** Route that invokes a tool of a plugin: POST /v1/plugins/{slug}/{tool}. */
export const invokePluginRoute = defineRoute({
  name: 'invoke-plugin',
  method: 'POST',
  path: '/plugins/:slug/:tool',
  access: 'plugins.invoke',
  summary: 'Invoke a tool of a plugin',
  description:
    'Sends the arguments to a third party: the endpoint that the plugin is registered with. They are checked ' +
    'against the ' +
    "tool's `inputSchema` first. Plugins of the marketplace need the Creator plan. A plugin has 30 s and answers " +
    'at most 1 MB.',
  params: Type.Object({ slug: Type.String(), tool: Type.String() }),
  body: Type.Object({
    arguments: Type.Object({}, { additionalProperties: true, description: 'What the tool takes.' }),
  }),
  bodyLimitBytes: 1_000_000,
  status: 200,
  answer: Type.Object({ result: Type.Unknown({ description: 'What the tool gave: any JSON.' }) }),
  errors: ['not_found', 'provider_error'],
  examples: [{ title: 'Colours that go with one', body: { arguments: { color: '#1e88e5', count: 3 } } }],
  async handle({ params, body, caller }, deps) {
    const plugin = await deps.database.client.plugin.findUnique({ where: { slug: params.slug.replaceAll('\0', '') } });
    const tool = plugin ? toolsOf(plugin).find(({ name }) => name === params.tool) : undefined;
    if (!plugin || !tool) {
      const { slug, tool: name } = params;
      const fault = plugin ? `The plugin "${slug}" has no tool "${name}".` : `There is no plugin "${slug}".`;
      throw new FramemillError('not_found', `${fault} GET /v1/plugins lists the plugins and their tools.`);
    }
    if (plugin.marketplace && !hasFeature(caller.plan, 'marketplace_plugins')) {
      const message =
        `This is a plugin of the marketplace, which needs the Creator plan (this account is on ${caller.plan.id}). ` +
        'Move to a larger plan.';
      throw new FramemillError('plan_required', message, { feature: 'marketplace_plugins', plan: caller.plan.id });
    }
    const args = inputReader(tool.inputSchema, 'body.arguments')(body.arguments) as Record<string, unknown>;
    return { result: await invokePlugin(deps, caller, plugin, tool.name, args) };
  },
});
