import { Type } from '@framemill/timeline/typebox';
import { MemberSchema, noOrganisation, roleOf } from '../../organisations/organisation-record.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `GET /api/developer/organisations/{id}/members`: lists the members in the order in which they joined. */
export const listMembers = defineConsoleRoute({
  name: 'list-members',
  method: 'GET',
  path: '/api/developer/organisations/:id/members',
  access: 'session',
  summary: 'List the members, those who joined first in front',
  params: IdParams,
  status: 200,
  answer: Type.Object({ members: Type.Array(MemberSchema) }),
  errors: ['not_found'],
  examples: [{ title: 'All' }],
  async handle({ params: { id }, session }, { database: { client } }) {
    const rows = await client.membership.findMany({
      where: { organisationId: id },
      orderBy: { createdAt: 'asc' },
      include: { account: { select: { email: true, name: true } } },
    });
    if (!rows.some(({ accountId }) => accountId === session.accountId)) throw noOrganisation(id);
    return {
      members: rows.map(({ accountId, role, createdAt, account: { email, name } }) => {
        return { accountId, email, name, role: roleOf(role), joinedAt: createdAt.toISOString() };
      }),
    };
  },
});
