import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { noOrganisation } from '../../organisations/organisation-record.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `DELETE /api/developer/organisations/{id}/members/{accountId}`: removes a member from an organisation. */
export const removeMember = defineConsoleRoute({
  name: 'remove-member',
  method: 'DELETE',
  path: '/api/developer/organisations/:id/members/:accountId',
  access: 'session',
  summary: 'Remove a member: the owner removes others, members remove themselves',
  params: Type.Object({ id: Type.String(), accountId: Type.String() }),
  status: 200,
  answer: Type.Object({ accountId: Type.String(), removed: Type.Boolean() }),
  errors: ['not_found'],
  examples: [{ title: 'Remove' }],
  async handle({ params: { id, accountId }, session }, { database: { client } }) {
    const own = await client.membership.findFirst({ where: { organisationId: id, accountId: session.accountId } });
    if (!own) throw noOrganisation(id);
    if (own.role !== 'owner' && accountId !== session.accountId) {
      throw new FramemillError('not_found', `There is no member ${accountId} that this account may remove.`);
    }
    const where = { organisationId: id, accountId, role: 'member' };
    const { count } = await client.membership.deleteMany({ where });
    if (count === 0) throw new FramemillError('not_found', `There is no member ${accountId} that can be removed.`);
    return { accountId, removed: true };
  },
});
