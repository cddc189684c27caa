import { Type } from '@framemill/timeline/typebox';
import { OrganisationSchema, organisationRecord, withOrganisation } from '../../organisations/organisation-record.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `GET /api/developer/organisations`: lists the organisations that the account is a member of. */
export const listOrganisations = defineConsoleRoute({
  name: 'list-organisations',
  method: 'GET',
  path: '/api/developer/organisations',
  access: 'session',
  summary: 'List the organisations that the account is a member of',
  status: 200,
  answer: Type.Object({ organisations: Type.Array(OrganisationSchema) }),
  errors: [],
  examples: [{ title: 'All' }],
  async handle({ session: { accountId } }, { database: { client } }) {
    const rows = await client.membership.findMany({
      where: { accountId },
      orderBy: { createdAt: 'desc' },
      include: withOrganisation,
    });
    return { organisations: rows.map(organisationRecord) };
  },
});
