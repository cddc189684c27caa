import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `DELETE /api/developer/plugins/{slug}/secret`: deletes the account's token for a plugin. */
export const deletePluginSecret = defineConsoleRoute({
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
    if (count === 0) throw new FramemillError('not_found', 'The account has no secret for this plugin.');
    return { slug, isSet: false };
  },
});
