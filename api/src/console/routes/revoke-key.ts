import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { KeySchema, keyRecord } from '../../apps/key-record.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `DELETE /api/developer/keys/{id}`: revokes an API key. */
export const revokeKey = defineConsoleRoute({
  name: 'revoke-key',
  method: 'DELETE',
  path: '/api/developer/keys/:id',
  access: 'session',
  summary: 'Revoke a key; every process refuses it within 5 s',
  params: IdParams,
  status: 200,
  answer: Type.Object({ record: KeySchema }),
  errors: ['not_found'],
  examples: [{ title: 'Revoke' }],
  async handle({ params: { id }, session: { accountId } }, { database: { client } }) {
    await client.apiKey.updateMany({ where: { id, accountId, revokedAt: null }, data: { revokedAt: new Date() } });
    const row = await client.apiKey.findFirst({ where: { id, accountId } });
    if (!row) throw new FramemillError('not_found', `There is no key ${id}.`);
    return { record: keyRecord(row) };
  },
});
