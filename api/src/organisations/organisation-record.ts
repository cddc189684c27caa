import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';

/** Organisation as its members see it. */
export const OrganisationSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: Type.Enum(['owner', 'member']),
  memberCount: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
});

/** Member of an organisation as other members see it. */
export const MemberSchema = Type.Object({
  accountId: Type.String(),
  email: Type.String(),
  name: Type.String(),
  role: Type.Enum(['owner', 'member']),
  joinedAt: Type.String({ format: 'date-time' }),
});

/** Prisma `include` of the membership fields that an organisation's record needs. */
export const withOrganisation = { organisation: { include: { _count: { select: { members: true } } } } } as const;

type MembershipRow = Prisma.MembershipGetPayload<{ include: typeof withOrganisation }>;

/** Builds the record of an organisation as the member of `row` sees it. */
export function organisationRecord({ role, organisation: { id, name, createdAt, _count } }: MembershipRow) {
  return { id, name, role: roleOf(role), memberCount: _count.members, createdAt: createdAt.toISOString() };
}

/** Returns the role of records for a stored role. Unknown values become `member`. */
export function roleOf(role: string): 'owner' | 'member' {
  return role === 'owner' ? 'owner' : 'member';
}

/** Creates the `not_found` of an organisation. It is the same for unknown ones and for those of others. */
export function noOrganisation(id: string): FramemillError {
  return new FramemillError('not_found', `There is no organisation ${id}.`);
}
