import { createDatabase, createLogger, createObjectStore, type Database, type ObjectStore } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlans, defaultPlans, type Plans, sweepStore } from '../src/index.ts';

const services = forSuite(testServices);
const log = createLogger('sweep', { level: 'silent' });
let database: Database;
let store: ObjectStore;
beforeAll(async () => {
  database = createDatabase(services.databaseUrl);
  store = await createObjectStore(services.objects);
});
afterAll(() => database.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
/** Plans of which `hobby` keeps renders for so many days, and all others for ever. */
const keeping = (exportsKeptDays: number | null): Plans =>
  createPlans(defaultPlans.list.map((plan) => (plan.id === 'hobby' ? { ...plan, exportsKeptDays } : plan)));

async function account(id: string, plan: string, limits?: object) {
  await database.client.account.create({ data: { id, email: id, name: id, plan, ...(limits ? { limits } : {}) } });
}

/** Adds a render with a file that ended so many days ago, and returns its id. */
async function render(accountId: string, days: number, data: object = {}): Promise<string> {
  const id = `rnd_${accountId}_${days}_${Object.keys(data).join('')}`;
  const exportKey = `exports/${id}.mp4`;
  await store.put(exportKey, Buffer.from('film'));
  const ended = { createdAt: daysAgo(days), completedAt: daysAgo(days), status: 'COMPLETED' };
  const shown = { format: 'mp4', quality: 'high', resolution: 'full', profile: {} };
  const row = { id, accountId, projectId: 'p', ...shown, ...ended, exportKey, fileSizeBytes: 4n, ...data };
  await database.client.render.create({ data: row });
  return id;
}

async function sweep(plans: Plans): Promise<void> {
  expect((await sweepStore({ database, store, log, plans })).failed).toEqual([]);
}

/** Returns the ids of the renders of an account that are left, newest end first. Every one of them has its file. */
async function left(accountId: string): Promise<string[]> {
  const rows = await database.client.render.findMany({ where: { accountId }, orderBy: { completedAt: 'desc' } });
  const files = await Array.fromAsync(store.list(`exports/rnd_${accountId}_`));
  expect(files.map(({ key }) => key).sort()).toEqual(rows.map(({ exportKey }) => exportKey).sort());
  return rows.map(({ id }) => id);
}

it('renders are kept for as long as the plan or the account says', async () => {
  await account('on-plan', 'hobby');
  await account('other', 'studio');
  await account('shorter', 'studio', { exportsKeptDays: 7 });
  await account('for-ever', 'hobby', { exportsKeptDays: null });
  const young = await render('on-plan', 29);
  const old = await render('on-plan', 31);
  const failed = await render('on-plan', 32, { status: 'FAILED' });
  const open = await render('on-plan', 33, { status: 'PROCESSING', completedAt: null });
  const theirs = [await render('other', 31), await render('other', 4_000)];
  const own = [await render('shorter', 6), await render('shorter', 8)];
  const always = await render('for-ever', 4_000);
  // Without a limit in the plans, only the limits of single accounts count.
  await sweep(defaultPlans);
  expect(await left('on-plan')).toEqual([open, young, old, failed]);
  expect(await left('shorter')).toEqual(own.slice(0, 1));
  await sweep(keeping(30));
  expect([await left('on-plan'), await left('other'), await left('for-ever')]).toEqual([
    [open, young],
    theirs,
    [always],
  ]);

  // Later sweeps remove what has become older, and what an account or a plan keeps for a shorter time from now on.
  await database.client.render.update({ where: { id: young }, data: { completedAt: daysAgo(30.1) } });
  await database.client.account.update({
    where: { id: 'other' },
    data: { plan: 'hobby', limitsChangedAt: new Date() },
  });
  const ten = await render('on-plan', 10);
  await sweep(keeping(30));
  expect([await left('on-plan'), await left('other')]).toEqual([[open, ten], []]);
  await sweep(keeping(9));
  expect(await left('on-plan')).toEqual([open]);
});

it('removed renders take their further outputs along, and are counted unless they gave their export back', async () => {
  await account('counted', 'hobby');
  const id = await render('counted', 31);
  await render('counted', 31, { parentId: id, outputIndex: 1, refunded: true });
  await render('counted', 31, { refunded: true });
  await sweep(keeping(30));
  expect(await left('counted')).toEqual([]);
  const days = await database.client.requestDay.findMany({ where: { accountId: 'counted' } });
  expect(days).toMatchObject([{ requests: 0, removedRenders: 1 }]);
  expect(days[0]?.day.toISOString().slice(0, 10)).toBe(daysAgo(31).toISOString().slice(0, 10));
});
