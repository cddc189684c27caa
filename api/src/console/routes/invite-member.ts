import { Type } from '@framemill/timeline/typebox';
import { normalEmail } from '../../account/email.ts';
import { invite } from '../../organisations/invitations.ts';
import { noOrganisation } from '../../organisations/organisation-record.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/developer/organisations/{id}/invitations`: invites a person and returns the token once. */
export const inviteMember = defineConsoleRoute({
  name: 'invite-member',
  method: 'POST',
  path: '/api/developer/organisations/:id/invitations',
  access: 'session',
  summary: 'Invite a person; the owner passes the token on',
  params: IdParams,
  body: Type.Object({ email: Type.String({ maxLength: 255 }) }),
  status: 201,
  answer: Type.Object({
    invitation: Type.Object({
      id: Type.String(),
      email: Type.String(),
      token: Type.String({ description: 'Shown once.' }),
      expiresAt: Type.String({ format: 'date-time' }),
    }),
  }),
  errors: ['not_found', 'quota_exceeded'],
  examples: [{ title: 'Invite', body: { email: 'bob@example.org' } }],
  async handle({ params: { id }, body, session }, { database }) {
    const email = normalEmail(body.email, 'body.email');
    const owned = await database.client.organisation.findFirst({ where: { id, ownerId: session.accountId } });
    if (!owned) throw noOrganisation(id);
    return { invitation: await invite(database, id, email) };
  },
});
