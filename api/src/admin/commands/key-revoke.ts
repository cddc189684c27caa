import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';

/** Revokes a key. Running services refuse it within 5 s. */
export const keyRevoke: AdminCommand = {
  noun: 'key',
  verb: 'revoke',
  summary: 'Revoke a key; it is refused within 5 s',
  argument: 'keyId',
  options: {},
  async run({ argument: id }, context) {
    const { client } = await context.database();
    const revokedAt = new Date();
    const { count } = await client.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } });
    if (count === 0) throw new FramemillError('not_found', `There is no active key ${id}. See "key list".`);
    return { id, revokedAt: revokedAt.toISOString() };
  },
};
