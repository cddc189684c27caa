import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { answerOfMe, signedInPerson } from './person.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);

const person = (plan?: string) => signedInPerson(api, plan);

describe('organisations', () => {
  const rate = async (key: string) => (await answerOfMe(api, key)).headers['x-ratelimit-limit'];

  it("give members the owner's rate limit on Team and Enterprise when it is higher than their own", async () => {
    const owner = await person('team');
    const member = await person('creator');
    const test = await api.key(member, { environment: 'test' });
    const { body } = await owner.ask('POST', '/organisations', { name: 'North' });
    const organisationId: string = body.organisation.id;
    const invited = await owner.ask('POST', `/organisations/${organisationId}/invitations`, {
      email: member.email.toUpperCase(),
    });
    expect(invited.body.invitation).toMatchObject({ email: member.email, token: expect.stringMatching(/^inv_/) });
    const { token } = invited.body.invitation;
    // Somebody else who got hold of it.
    const stranger = await (await person('creator')).ask('POST', '/invitations/accept', { token });
    expect([stranger.status, stranger.body.error.message]).toEqual([
      404,
      expect.stringContaining('not valid for your email address'),
    ]);
    const joined = await member.ask('POST', '/invitations/accept', { token });
    expect(joined.body.organisation).toMatchObject({ id: organisationId, role: 'member', memberCount: 2 });
    expect((await member.ask('POST', '/invitations/accept', { token })).status).toBe(404);
    expect(await rate(test.key)).toBe('600');

    // The owner's plan no longer lends its limit.
    await api.deps.database.client.account.update({ where: { id: owner.accountId }, data: { plan: 'studio' } });
    await expect.poll(() => rate(test.key)).toBe('120');
    await api.deps.database.client.account.update({
      where: { id: owner.accountId },
      data: { plan: 'enterprise', requestsPerMinute: 900 },
    });
    await expect.poll(() => rate(test.key)).toBe('900');
    const members = await member.ask('GET', `/organisations/${organisationId}/members`);
    expect(members.body.members.map(({ role }: { role: string }) => role)).toEqual(['owner', 'member']);
    const remove = `/organisations/${organisationId}/members/`;
    expect((await member.ask('DELETE', remove + owner.accountId)).status).toBe(404);
    expect((await owner.ask('DELETE', remove + owner.accountId)).status).toBe(404);
    expect((await member.ask('DELETE', remove + member.accountId)).status).toBe(200);
    await expect.poll(() => rate(test.key)).toBe('120');
    expect((await member.ask('GET', '/organisations')).body.organisations).toEqual([]);
  });

  it('are made by accounts on Team or Enterprise', async () => {
    const answer = await (await person('studio')).ask('POST', '/organisations', { name: 'North' });
    expect([answer.status, answer.body.error.code]).toEqual([402, 'plan_required']);
  });

  it('are at most 20 of an owner', async () => {
    const owner = await person('team');
    const found = Array.from({ length: 20 }, (_, index) => ({
      id: `org_${owner.accountId}_${index}`,
      ownerId: owner.accountId,
      name: 'North',
    }));
    await api.deps.database.client.organisation.createMany({ data: found });
    const answer = await owner.ask('POST', '/organisations', { name: 'South' });
    expect([answer.status, answer.body.error]).toMatchObject([
      402,
      { code: 'quota_exceeded', what: 'organisations', used: 20, limit: 20 },
    ]);
  });

  it('take no invitation that is expired', async () => {
    const [owner, late] = [await person('team'), await person()];
    const { body } = await owner.ask('POST', '/organisations', { name: 'North' });
    const invited = await owner.ask('POST', `/organisations/${body.organisation.id}/invitations`, {
      email: late.email,
    });
    await api.deps.database.client.invitation.updateMany({ data: { expiresAt: new Date() } });
    const { token } = invited.body.invitation;
    expect((await late.ask('POST', '/invitations/accept', { token })).status).toBe(404);
  });
});
