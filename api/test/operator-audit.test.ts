import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { operatorActor } from '../src/audit/audit-log.ts';
import { eraseAccount } from '../src/erasure/erase-account.ts';
import { runAdmin } from './admin-run.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);

interface Entry {
  action: string;
  account: { id: string } | null;
}

/** Returns an operator who is signed in, with functions that read the audit log and send requests. */
async function operator() {
  const account = await api.account();
  const { accountId } = account;
  await api.deps.database.client.account.update({ where: { id: accountId }, data: { role: 'admin' } });
  const login = await api.signIn(account);
  const ask = (method: string, url: string, body?: unknown) =>
    api.send(null, method, `/api/studio/operators${url}`, body, login);
  const read = (query: Record<string, string>) => ask('GET', `/audit?${new URLSearchParams(query)}`);
  return { accountId, email: `${accountId}@test.example`, ask, read };
}

const actionsOf = (entries: Entry[]) => entries.map(({ action }) => action);

describe('the audit log of operators', () => {
  it('lists who did what to whom, newest first, page by page', async () => {
    const { accountId, email, ask, read } = await operator();
    const { accountId: id } = await api.account();
    const path = `/accounts/${id}`;
    await ask('PATCH', path, { plan: 'team' });
    await ask('POST', `${path}/suspend`, { reason: 'unpaid' });
    await runAdmin(api, 'account', 'lift', id);
    const first = await read({ account: id, limit: '2' });
    const subject = { account: { id, email: `${id}@test.example` }, subject: id };
    const [, user] = operatorActor().split(':');
    expect([first.status, first.body.entries]).toEqual([
      200,
      [
        {
          ...{ id: expect.stringMatching(/^aud_/), createdAt: expect.any(String), action: 'account.resume' },
          ...{ actor: { kind: 'operator', id: user, email: null }, ...subject, detail: null },
        },
        {
          ...{ id: expect.stringMatching(/^aud_/), createdAt: expect.any(String), action: 'account.suspend' },
          ...{ actor: { kind: 'operator', id: accountId, email }, ...subject },
          detail: { until: null, reason: 'unpaid' },
        },
      ],
    ]);
    const second = await read({ account: id, limit: '2', cursor: first.body.nextCursor });
    expect(actionsOf(second.body.entries)).toEqual(['account.plan']);
    expect(second.body.nextCursor).toBeNull();
  });

  it('is searched by a part of the address and by action', async () => {
    const { ask, read } = await operator();
    const { accountId: id } = await api.account();
    await ask('POST', `/accounts/${id}/suspend`, {});
    await ask('POST', `/accounts/${id}/resume`);
    const search = `${id.slice(6)}@TEST`;
    expect(actionsOf((await read({ account: search })).body.entries)).toEqual(['account.resume', 'account.suspend']);
    expect(actionsOf((await read({ account: search, action: 'account.suspend' })).body.entries)).toEqual([
      'account.suspend',
    ]);
    expect((await read({ account: 'nobody@nowhere.example' })).body.entries).toEqual([]);
    const { entries } = (await read({ action: 'account.suspend' })).body;
    expect(new Set(actionsOf(entries))).toEqual(new Set(['account.suspend']));
    expect(entries.map(({ account }: Entry) => account?.id)).toContain(id);
  });

  it('says of an erased account that it was erased, and nothing else', async () => {
    const { ask, read, accountId } = await operator();
    const { accountId: id } = await api.account();
    await ask('POST', `/accounts/${id}/suspend`, { reason: 'unpaid' });
    await eraseAccount({ ...api.deps, refusedMs: 0 }, id, { cancel: true, actor: `operator:${accountId}` });
    const { body } = await read({ action: 'account.erase' });
    expect(body.entries[0]).toMatchObject({
      ...{ actor: { kind: 'operator', id: accountId }, account: null, detail: null },
      subject: expect.stringMatching(/^sha256:/),
    });
    const erased = await read({ action: 'erased' });
    expect(erased.body.entries[0]).toMatchObject({ account: null, subject: null, detail: null });
    expect(erased.bytes.toString()).not.toContain(id);
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ action: 'account.burn' }, /query\.action/],
    [{ account: 'x'.repeat(101) }, /query\.account/],
    [{ cursor: 'abc' }, /query\.cursor is not a cursor of this list/],
    [{ limit: '0' }, /query\.limit/],
    [{ limit: '101' }, /query\.limit/],
  ])('is told what is wrong with %j', async (query, message) => {
    const { read } = await operator();
    const { status, body } = await read(query);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toMatch(message);
  });
});
