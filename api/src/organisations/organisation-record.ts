import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';

/** An organisation as its members see it. */
export const OrganisationSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(['owner', 'member']),
  memberCount: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
});

/** A member as other members see it. */
export const MemberSchema = Type.Object({
  accountId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum(['owner', 'member']),
  joinedAt: Type.String({ format: 'date-time' }),
});

/** What of a membership (for Prisma's `include`) makes an organisation's record. */
export const withOrganisation = { organisation: { include: { _count: { select: { members: true } } } } } as const;

type MembershipRow = Prisma.MembershipGetPayload<{ include: typeof withOrganisation }>;

/** The record of an organisation as the member of `row` sees it. */
export function organisationRecord({ role, organisation: { id, name, createdAt, _count } }: MembershipRow) {
  return { id, name, role: roleOf(role), memberCount: _count.members, createdAt: createdAt.toISOString() };
}

/** A stored role as records name it. */
export function roleOf(role: string): 'owner' | 'member' {
  return role === 'owner' ? 'owner' : 'member';
}

/** Throws the `not_found` of organisations: the same for those of others and those that never were. */
export function noOrganisation(id: string): FramemillError {
  return new FramemillError('not_found', `There is no organisation ${id}.`);
}
