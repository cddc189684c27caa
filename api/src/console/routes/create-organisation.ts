import { hasFeature } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { newId } from '../../ids.ts';
import { OrganisationSchema, organisationRecord, withOrganisation } from '../../organisations/organisation-record.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Maximum number of organisations an account may own. Authentication reads all organisations of an account. */
const MAX_ORGANISATIONS = 20;

/** Route `POST /api/developer/organisations`: creates an organisation owned by the caller. */
export const createOrganisation = defineConsoleRoute({
  name: 'create-organisation',
  method: 'POST',
  path: '/api/developer/organisations',
  access: 'session',
  summary: 'Create an organisation; its members share the rate limit of its owner',
  body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 100 }) }),
  status: 201,
  answer: Type.Object({ organisation: OrganisationSchema }),
  errors: ['plan_required', 'quota_exceeded'],
  examples: [{ title: 'A studio', body: { name: 'Studio North' } }],
  async handle({ body, session: { accountId, plan } }, { database: { client }, plans }) {
    if (!hasFeature(plans.find(plan), 'organisations')) {
      const message = `Organisations need the plan Team or Enterprise (this account is on ${plan}).`;
      throw new FramemillError('plan_required', message, { feature: 'organisations', plan });
    }
    const used = await client.organisation.count({ where: { ownerId: accountId } });
    if (used >= MAX_ORGANISATIONS) {
      const message = `This account has ${used} organisations, and at most ${MAX_ORGANISATIONS} are allowed.`;
      throw new FramemillError('quota_exceeded', message, { what: 'organisations', used, limit: MAX_ORGANISATIONS });
    }
    const id = newId('org');
    const members = { create: { accountId, role: 'owner' } };
    await client.organisation.create({ data: { id, ownerId: accountId, name: body.name, members } });
    const row = await client.membership.findFirstOrThrow({
      where: { organisationId: id, accountId },
      include: withOrganisation,
    });
    return { organisation: organisationRecord(row) };
  },
});
