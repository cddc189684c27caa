import { hash, randomBytes } from 'node:crypto';
import type { Database, Prisma } from '@framemill/infra';
import { hasFeature } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { normalEmail } from '../../account/credentials.ts';
import { newId } from '../../ids.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineRoute } from '../../routing/define-route.ts';

/** Organisation as its members see it. */
const OrganisationSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(['owner', 'member']),
  memberCount: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
});

/** Member of an organisation as other members see it. */
const MemberSchema = Type.Object({
  accountId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum(['owner', 'member']),
  joinedAt: Type.String({ format: 'date-time' }),
});

/** Prisma `include` of the membership fields that an organisation's record needs. */
const withOrganisation = { organisation: { include: { _count: { select: { members: true } } } } } as const;

type MembershipRow = Prisma.MembershipGetPayload<{ include: typeof withOrganisation }>;

/** Builds the record of an organisation, with the role of the member that `row` describes. */
function organisationRecord({ role, organisation: { id, name, createdAt, _count } }: MembershipRow) {
  return { id, name, role: roleOf(role), memberCount: _count.members, createdAt: createdAt.toISOString() };
}

/** Returns the role that API responses show for a stored role. Unknown values become `member`. */
function roleOf(role: string): 'owner' | 'member' {
  return role === 'owner' ? 'owner' : 'member';
}

/**
 * Creates the `not_found` error of an organisation.
 * The error is identical for organisations that do not exist and for those that the caller is not a member of.
 */
function noOrganisation(id: string): FramemillError {
  return new FramemillError('not_found', `There is no organisation ${id}. Check the id.`);
}

/** Time during which an invitation can be accepted, in days. */
const INVITATION_DAYS = 7;

/** Maximum number of members and open invitations of an organisation together. */
export const MAX_MEMBERS = 500;

/**
 * Creates an invitation and returns its token, which is shown once for the owner to pass on.
 * Accepting requires both the token and an account with the invited address, so neither a leaked token nor a sign-up
 * with the address is enough. Throws `quota_exceeded`.
 */
async function invite({ client }: Database, organisationId: string, email: string, now: Date = new Date()) {
  const [members, open] = await Promise.all([
    client.membership.count({ where: { organisationId } }),
    client.invitation.count({ where: { organisationId, expiresAt: { gt: now } } }),
  ]);
  if (members + open >= MAX_MEMBERS) {
    const message =
      `The organisation has ${members + open} members and open invitations, but at most ${MAX_MEMBERS} are allowed. ` +
      'Remove a member first.';
    throw new FramemillError('quota_exceeded', message, { what: 'members', used: members + open, limit: MAX_MEMBERS });
  }
  const token = `inv_${randomBytes(24).toString('hex')}`;
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 86_400_000);
  const { id } = await client.invitation.create({
    data: { id: newId('inv'), organisationId, email, hash: hash('sha256', token, 'hex'), expiresAt },
  });
  return { id, email, token, expiresAt: expiresAt.toISOString() };
}

/**
 * Makes the account a member of the organisation and deletes the invitation. Returns the organisation's id.
 * Throws `not_found` for a token that is unknown, used or expired, or whose invitation went to another address.
 */
function acceptInvitation(
  { client }: Database,
  token: string,
  { accountId, email }: { accountId: string; email: string },
): Promise<string> {
  return client.$transaction(async (tx) => {
    const where = { hash: hash('sha256', token, 'hex'), email };
    const invitation = await tx.invitation.findFirst({ where });
    const { count } = await tx.invitation.deleteMany({ where });
    if (!invitation || count === 0 || invitation.expiresAt <= new Date()) {
      throw new FramemillError(
        'not_found',
        'The invitation is not valid for your email address: it was used, has expired, or is for another address. ' +
          'Ask for a new one.',
      );
    }
    const { organisationId } = invitation;
    await tx.membership.createMany({ data: [{ organisationId, accountId }], skipDuplicates: true });
    return organisationId;
  });
}

/** Maximum number of organisations an account may own. Authentication reads all organisations of an account. */
const MAX_ORGANISATIONS = 20;

/** Route `POST /api/developer/organisations`: creates an organisation owned by the caller. */
export const createOrganisation = defineRoute({
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
      const message = `The plan ${plan} of this account has no organisations. Change to the plan Team or Enterprise.`;
      throw new FramemillError('plan_required', message, { feature: 'organisations', plan });
    }
    const used = await client.organisation.count({ where: { ownerId: accountId } });
    if (used >= MAX_ORGANISATIONS) {
      const message = `This account already has ${used} organisations, the maximum. Use one of them.`;
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

/** Route `GET /api/developer/organisations`: lists the organisations that the account is a member of. */
export const listOrganisations = defineRoute({
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

/** Route `POST /api/developer/organisations/{id}/invitations`: invites a person and returns the token once. */
export const inviteMember = defineRoute({
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

/** Route `POST /api/developer/invitations/accept`: joins the organisation of an invitation. */
export const acceptInvitationRoute = defineRoute({
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

/** Route `GET /api/developer/organisations/{id}/members`: lists the members in the order in which they joined. */
export const listMembers = defineRoute({
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

/** Route `DELETE /api/developer/organisations/{id}/members/{accountId}`: removes a member from an organisation. */
export const removeMember = defineRoute({
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
      const message = `Member ${accountId} cannot be removed: only the owner may remove other members. Ask the owner.`;
      throw new FramemillError('not_found', message);
    }
    const where = { organisationId: id, accountId, role: 'member' };
    const { count } = await client.membership.deleteMany({ where });
    if (count === 0) {
      const why = `it is not a member of organisation ${id}, or is its owner, who cannot be removed`;
      throw new FramemillError('not_found', `Account ${accountId} was not removed: ${why}. Check the account id.`);
    }
    return { accountId, removed: true };
  },
});
