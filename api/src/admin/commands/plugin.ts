import { readFile } from 'node:fs/promises';
import { FramemillError } from '@framemill/timeline';
import { readManifest, toolsOf } from '../../plugins/manifest.ts';
import { newWebhookSecret } from '../../webhooks/sign-webhook.ts';
import type { AdminCommand } from '../define-command.ts';

/**
 * Registers a plugin by its manifest, or replaces an earlier registration.
 * Prints the secret that signs the calls to the plugin; it is shown once.
 */
export const pluginAdd: AdminCommand = {
  noun: 'plugin',
  verb: 'add',
  summary: 'Register a plugin by its manifest, a JSON file; shows the secret that its calls are signed with',
  argument: 'manifest.json',
  options: {
    marketplace: {
      value: '<yes|no>',
      description: 'In place of `marketplace` of the manifest. yes: others made it, and it needs the Creator plan',
    },
  },
  async run({ argument, options }, context) {
    const text = await readFile(argument, 'utf8').catch((cause: unknown) => {
      throw new FramemillError(
        'invalid_request',
        `The manifest ${argument} could not be read. Check the path.`,
        {},
        { cause },
      );
    });
    const { slug, name, description, endpoint, tools, marketplace: stated = false } = readManifest(text);
    const url = URL.parse(endpoint);
    if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '') {
      throw new FramemillError(
        'invalid_request',
        `endpoint must be an https address without a query or a user name (got "${endpoint}").`,
      );
    }
    const secret = newWebhookSecret();
    const marketplace = options.marketplace === undefined ? stated : options.marketplace === 'yes';
    const sealed = context.secrets().seal('Plugin', slug, secret);
    const data = { name, description, endpoint: endpoint.replace(/\/+$/, ''), marketplace, tools, secret: sealed };
    const { client } = await context.database();
    await client.plugin.upsert({ where: { slug }, create: { slug, ...data }, update: data });
    return { slug, tools: tools.map((tool) => tool.name).join(', '), marketplace, secret };
  },
};

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
