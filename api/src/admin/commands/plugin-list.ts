import { toolsOf } from '../../plugins/plugin-record.ts';
import type { AdminCommand } from '../define-command.ts';

/** Lists the registered plugins. */
export const pluginList: AdminCommand = {
  noun: 'plugin',
  verb: 'list',
  summary: 'List the registered plugins',
  argument: null,
  options: {},
  async run(_input, context) {
    const rows = await (await context.database()).client.plugin.findMany({ orderBy: { slug: 'asc' } });
    return rows.map((row) => {
      const { slug, name, endpoint, marketplace, createdAt } = row;
      const tools = toolsOf(row).map((tool) => tool.name);
      return { slug, name, endpoint, marketplace, tools: tools.join(','), createdAt: createdAt.toISOString() };
    });
  },
};
