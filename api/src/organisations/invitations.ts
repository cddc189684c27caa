import { hash, randomBytes } from 'node:crypto';
import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { newId } from '../ids.ts';

/** Time during which an invitation can be accepted, in days. */
const INVITATION_DAYS = 7;

/** Maximum number of members and open invitations of an organisation together. */
export const MAX_MEMBERS = 500;

/**
 * Creates an invitation and returns its token, which is shown once for the owner to pass on.
 * Accepting requires both the token and an account with the invited address, so neither a leaked token nor a sign-up
 * with the address is enough. Throws `quota_exceeded`.
 */
export async function invite({ client }: Database, organisationId: string, email: string, now: Date = new Date()) {
  const [members, open] = await Promise.all([
    client.membership.count({ where: { organisationId } }),
    client.invitation.count({ where: { organisationId, expiresAt: { gt: now } } }),
  ]);
  if (members + open >= MAX_MEMBERS) {
    const message = `An organisation has at most ${MAX_MEMBERS} members and open invitations. Remove a member first.`;
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
export function acceptInvitation(
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
        'There is no such invitation for your address: it may be used, expired or for another one. Ask for a new one.',
      );
    }
    const { organisationId } = invitation;
    await tx.membership.createMany({ data: [{ organisationId, accountId }], skipDuplicates: true });
    return organisationId;
  });
}
