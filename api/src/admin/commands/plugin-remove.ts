import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';

/** Removes a plugin with the credentials that accounts stored for it. */
export const pluginRemove: AdminCommand = {
  noun: 'plugin',
  verb: 'remove',
  summary: 'Remove a plugin',
  argument: 'slug',
  options: {},
  async run({ argument: slug }, context) {
    const { count } = await (await context.database()).client.plugin.deleteMany({ where: { slug } });
    if (count === 0) throw new FramemillError('not_found', `There is no plugin ${slug}. "plugin list" lists them.`);
    return { slug, removed: true };
  },
};
