import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@framemill/infra';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AccountTable,
  accountItself,
  accountTables,
  auditTable,
  otherTables,
  totalsTable,
} from '../src/erasure/account-tables.ts';
import { eraseAccount } from '../src/erasure/erase-account.ts';
import { runAdmin } from './admin-run.ts';
import { type FilledAccount, fillAccount, readColumns } from './filled-account.ts';
import { startApi } from './start-api.ts';

const api = forSuite(startApi);
const folder = suiteFolder();
const everyTable = [...accountTables, ...accountItself, totalsTable, auditTable];
let gone: FilledAccount;
let stays: FilledAccount;
beforeAll(async () => {
  const { client } = api.deps.database;
  const tools = { name: 'Palette', description: '', endpoint: 'http://127.0.0.1:9', marketplace: false, tools: [] };
  await client.plugin.create({ data: { slug: 'palette', ...tools, secret: 'sealed' } });
  gone = await fillAccount(api.deps, 'gone');
  stays = await fillAccount(api.deps, 'stays');
  await client.invitation.create({
    data: { id: 'inv', organisationId: 'Organisation_stays', email: gone.email, hash: 'h', expiresAt: new Date() },
  });
  const positions = { 'segments/': `segments/${gone.accountId}/a/b`, renders: `2026-01-01T00:00:00.000Z rnd_gone` };
  const data = Object.entries(positions).map(([name, position]) => ({ name, position }));
  await client.sweepPart.createMany({ data: [...data, { name: 'uploads/', position: 'uploads/med_stays.mp4' }] });
});

const run = (...words: string[]) => runAdmin(api, ...words);
const rowsOf = ({ name, where }: AccountTable, owner: FilledAccount) =>
  api.deps.database.client.$queryRawUnsafe<{ row: string }[]>(
    `SELECT t::text AS row FROM "${name}" t WHERE ${where(owner)} ORDER BY 1`,
  );
const erase = (owner: FilledAccount, deps: object = {}, cancel = true) =>
  eraseAccount({ ...api.deps, refusedMs: 0, ...deps }, owner.accountId, { cancel });

/** Returns what of an account is stored: its rows by table, except the invitation of `gone`, and its objects. */
async function storedOf(owner: FilledAccount) {
  const rows: [string, { row: string }[]][] = [];
  for (const table of everyTable) {
    const own = await rowsOf(table, owner);
    rows.push([table.name, own.filter(({ row }) => !row.startsWith('(inv,'))]);
  }
  const objects = (await everyObject()).filter(({ text }) => text.includes(owner.accountId));
  return { rows, objects };
}

async function everyObject(): Promise<{ key: string; text: string }[]> {
  const objects: { key: string; text: string }[] = [];
  for await (const { key } of api.deps.store.list('')) {
    objects.push({ key, text: `${key} ${(await buffer((await api.deps.store.get(key)).body)).toString('latin1')}` });
  }
  return objects;
}

/** Returns the places in all tables and objects that name an account by one of its traces. */
async function tracesOf({ traces }: FilledAccount): Promise<string[]> {
  const { client } = api.deps.database;
  const tables = new Set((await readColumns(api.deps.database)).map(({ table }) => table));
  expect(tables.size).toBeGreaterThan(40);
  const texts: { place: string; text: string }[] = [];
  for (const table of tables) {
    const rows = await client.$queryRawUnsafe<{ text: string }[]>(`SELECT t::text AS text FROM "${table}" t`);
    texts.push(...rows.map(({ text }) => ({ place: table, text })));
  }
  texts.push(...(await everyObject()).map(({ key, text }) => ({ place: key, text })));
  return texts.filter(({ text }) => traces.some((trace) => text.includes(trace))).map(({ place }) => place);
}

describe('every table of the database', () => {
  it('is known to have rows of accounts or to have none, and the test account has a row in each', async () => {
    const tables = new Set((await readColumns(api.deps.database)).map(({ table }) => table));
    const known = [...everyTable.map(({ name }) => name), ...otherTables];
    expect([...tables].sort(), 'Add new tables to erasure/account-tables.ts.').toEqual([...known].sort());
    for (const table of everyTable)
      expect([table.name, (await rowsOf(table, gone)).length > 0]).toEqual([table.name, true]);
  });

  it('without rows of accounts has no column that refers to one', async () => {
    const columns = await readColumns(api.deps.database);
    const owned = everyTable.map(({ name }) => name);
    const refers = columns.filter(
      ({ name, parent }) => /account|owner|email/i.test(name) || (parent !== null && owned.includes(parent)),
    );
    expect(refers.length).toBeGreaterThan(30);
    const others: readonly string[] = otherTables;
    expect(refers.filter(({ table }) => others.includes(table))).toEqual([]);
  });
});

describe('account export', () => {
  it('writes every row and object of the account, and no secrets', async () => {
    const out = path.join(folder, 'gone');
    const report = await run('account', 'export', gone.accountId, '--out', out);
    for (const { name } of everyTable) {
      const lines = (await readFile(path.join(out, 'tables', `${name}.jsonl`), 'utf8')).trim().split('\n');
      expect([name, lines.length]).toEqual([name, report.rows[name]]);
      expect(lines.map((line) => JSON.parse(line)).every((row) => Object.keys(row).length > 0)).toBe(true);
    }
    const keys = (await storedOf(gone)).objects.map(({ key }) => key);
    const files = (await readdir(path.join(out, 'objects'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(path.join(out, 'objects'), path.join(entry.parentPath, entry.name)));
    expect(files.sort()).toEqual(keys.sort());
    expect([report.objects, report.bytes > 0]).toEqual([keys.length, true]);
    expect(await readFile(path.join(out, 'requests.jsonl'), 'utf8')).toBe('');
    const account = JSON.parse(await readFile(path.join(out, 'tables', 'Account.jsonl'), 'utf8'));
    expect(account).toMatchObject({ id: gone.accountId, email: gone.email });
    expect(account).not.toHaveProperty('passwordHash');
    expect(await readFile(path.join(out, 'tables', 'ApiKey.jsonl'), 'utf8')).not.toContain('"hash"');
    await expect(run('account', 'export', gone.accountId, '--out', out)).rejects.toThrow(/cannot be created/);
  });
});

describe('account erase', () => {
  it('asks for a confirmation, and refuses while renders are open; nothing is changed then', async () => {
    const before = await storedOf(gone);
    await expect(run('account', 'erase', gone.accountId)).rejects.toThrow(
      `(${gone.email}) for good. Nothing was erased.`,
    );
    await expect(erase(gone, {}, false)).rejects.toThrow(/1 open renders and 1 open batches/);
    await expect(erase({ ...gone, accountId: 'acc_none' })).rejects.toThrow('Nothing of an account acc_none is stored');
    expect(await storedOf(gone)).toEqual(before);
  });

  it('leaves nothing of the account after an interrupted run and another, and everything of others', async () => {
    const before = await storedOf(stays);
    const named = await tracesOf(gone);
    expect(new Set(named).size).toBeGreaterThan(40);
    const failing: ObjectStore = {
      ...api.deps.store,
      async delete(key) {
        if (key.startsWith('proxies/')) throw new Error('The store is away.');
        await api.deps.store.delete(key);
      },
    };
    await expect(erase(gone, { store: failing })).rejects.toThrow('The store is away.');
    const report = await erase(gone);
    expect(await tracesOf(gone)).toEqual([]);
    expect(await storedOf(stays)).toEqual(before);

    expect(Object.keys(report.rows).sort()).toEqual(everyTable.map(({ name }) => name).sort());
    expect(report).toMatchObject({ id: gone.accountId, rows: { Invitation: 2, Account: 1, LedgerEntry: 1 } });
    expect(report.objects).toBeGreaterThan(0);
    const { client } = api.deps.database;
    expect(await client.sweepPart.findMany({ orderBy: { name: 'asc' }, select: { position: true } })).toEqual([
      { position: '2026-01-01T00:00:00.000Z ' },
      { position: null },
      { position: 'uploads/med_stays.mp4' },
    ]);
    const entries = await client.auditEntry.findMany({ where: { accountId: null }, orderBy: { action: 'asc' } });
    expect(entries).toMatchObject([
      { action: 'account.erase', subject: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      { action: 'erased', subject: null },
      { action: 'erased', subject: null },
    ]);
    expect(entries.map(({ actor }) => actor.split(':')[0]).sort()).toEqual(['operator', 'operator', 'session']);
    await expect(erase(gone)).rejects.toThrow('Nothing of an account');
  });

  it('finds what a node delivered after the account was gone', async () => {
    const { accountId } = gone;
    const late = { accountId, contentKey: 'late', sha256: 'late', sizeBytes: 1n, frames: 1 };
    await api.deps.database.client.artifact.create({ data: late });
    await api.deps.store.put(`segments/${accountId}/late/late`, Buffer.from('x'));
    expect(await erase(gone)).toMatchObject({ rows: { Artifact: 1 }, objects: 1, bytes: 1 });
    expect(await tracesOf(gone)).toEqual([]);
  });
});
