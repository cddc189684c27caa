import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineRoute } from '../../routing/define-route.ts';
import { pluginSecretId } from '../../secrets/secret-box.ts';

/** Route `PUT /api/developer/plugins/{slug}/secret`: stores the account's token for a plugin. */
export const setPluginSecret = defineRoute({
  name: 'set-plugin-secret',
  method: 'PUT',
  path: '/api/developer/plugins/:slug/secret',
  access: 'session',
  summary: 'Set what a plugin knows the account by; it is sent with each call, and never shown again',
  params: Type.Object({ slug: Type.String() }),
  body: Type.Object({
    value: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'A token of the plugin.',
    }),
  }),
  status: 200,
  answer: Type.Object({ slug: Type.String(), isSet: Type.Boolean() }),
  errors: ['not_found'],
  examples: [{ title: 'A token', body: { value: 'token-of-the-plugin' } }],
  async handle({ params: { slug }, body, session: { accountId } }, { database: { client }, secrets }) {
    const plugin = await client.plugin.findUnique({
      where: { slug: slug.replaceAll('\0', '') },
      select: { slug: true },
    });
    if (!plugin) throw new FramemillError('not_found', 'There is no such plugin. GET /v1/plugins lists them.');
    const key = { accountId, slug };
    const value = secrets.seal('PluginSecret', pluginSecretId(accountId, slug), body.value);
    await client.pluginSecret.upsert({ where: { accountId_slug: key }, create: { ...key, value }, update: { value } });
    return { slug, isSet: true };
  },
});

/** Route `DELETE /api/developer/plugins/{slug}/secret`: deletes the account's token for a plugin. */
export const deletePluginSecret = defineRoute({
  name: 'delete-plugin-secret',
  method: 'DELETE',
  path: '/api/developer/plugins/:slug/secret',
  access: 'session',
  summary: 'Forget what a plugin knows the account by',
  params: Type.Object({ slug: Type.String() }),
  status: 200,
  answer: Type.Object({ slug: Type.String(), isSet: Type.Boolean() }),
  errors: ['not_found'],
  examples: [{ title: 'Forget' }],
  async handle({ params: { slug }, session: { accountId } }, { database: { client } }) {
    const where = { accountId, slug: slug.replaceAll('\0', '') };
    const { count } = await client.pluginSecret.deleteMany({ where });
    if (count === 0)
      throw new FramemillError(
        'not_found',
        'The account has no secret for this plugin, so there is nothing to delete.',
      );
    return { slug, isSet: false };
  },
});
