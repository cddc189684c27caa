import { Type } from '@framemill/timeline/typebox';
import { acceptInvitation } from '../../organisations/invitations.ts';
import { OrganisationSchema, organisationRecord, withOrganisation } from '../../organisations/organisation-record.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/developer/invitations/accept`: joins the organisation of an invitation. */
export const acceptInvitationRoute = defineConsoleRoute({
  name: 'accept-invitation',
  method: 'POST',
  path: '/api/developer/invitations/accept',
  access: 'session',
  summary: 'Join the organisation of an invitation',
  body: Type.Object({ token: Type.String({ maxLength: 100 }) }),
  status: 200,
  answer: Type.Object({ organisation: OrganisationSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Join', body: { token: 'inv_<48 hex>' } }],
  async handle({ body, session }, { database }) {
    const organisationId = await acceptInvitation(database, body.token, session);
    const { accountId } = session;
    const row = await database.client.membership.findFirstOrThrow({
      where: { organisationId, accountId },
      include: withOrganisation,
    });
    return { organisation: organisationRecord(row) };
  },
});
