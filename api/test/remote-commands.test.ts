import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createLogger } from '@framemill/infra';
import { objectKeys, redisKeys } from '@framemill/scheduler/protocol';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { startDeliveries } from '../src/deliveries/start-deliveries.ts';
import { SECRET_ACCESS_KEY, startBucket } from './destination-servers.ts';
import { measured } from './measured-report.ts';
import { startApi, type TestAccount } from './start-api.ts';

const program = path.join(import.meta.dirname, '../../cli/src/main.ts');

const api = forSuite(() => startApi({ listens: true }));
const folder = suiteFolder();
/** Account with a test key. Its renders complete at once, with a sample video. */
let tester: TestAccount;
let live: TestAccount;
let projects: { tester: string; live: string };
beforeAll(async () => {
  [tester, live] = [await api.account({ environment: 'test' }), await api.account()];
  projects = { tester: await newProject(tester), live: await newProject(live) };
});

async function newProject(account: TestAccount): Promise<string> {
  const commands = [{ op: 'addTextClip', text: 'Hi {{who|all}}', start: 0, duration: 2 }];
  return (await api.send(account, 'POST', '/v1/projects', { name: 'Remote', commands })).body.project.id;
}

/** Runs a command with an account's key. `input` is written to its standard input. */
async function run(account: TestAccount, args: string[], input = '') {
  const keyFile = path.join(folder, `${account.accountId}.key`);
  await writeFile(keyFile, `${account.key}\n`);
  const all = [program, ...args, '--api', api.deps.apiHost, '--key-file', keyFile];
  const child = spawn(process.execPath, all, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, out, err };
}

/** Runs a command with `--json` and parses its output. */
async function json(account: TestAccount, args: string[], input = '') {
  const { code, out } = await run(account, [...args, '--json'], input);
  return { code, ...JSON.parse(out) };
}

/** Completes or fails a render with a measured report, as the farm does. */
async function finish(id: string, data: { status: string; errorMsg?: string }): Promise<void> {
  const { client } = api.deps.database;
  await api.deps.store.put(objectKeys.report(id), Buffer.from(JSON.stringify(measured)));
  const done = { status: 'DONE', doneAt: new Date() };
  await client.renderReport.upsert({ where: { renderId: id }, create: { renderId: id, ...done }, update: done });
  const ended = { stage: 'done', startedAt: new Date(), completedAt: new Date(), url: '/fixtures/sample.mp4' };
  await client.render.update({ where: { id }, data: { ...ended, ...data } });
  await api.deps.redis.del(redisKeys.render(id));
}

describe('framemill submit', () => {
  it('has the service render, and fetches the film', async () => {
    const { code, render, file } = await json(tester, [
      ...['submit', projects.tester, '-o', 'film.mp4', '--set', 'who=Ana', '--quality', 'draft', '--chapters'],
    ]);
    expect([code, render.status, file]).toEqual([0, 'COMPLETED', 'film.mp4']);
    const sample = await api.inject({ method: 'GET', url: '/fixtures/sample.mp4' });
    expect((await readFile(path.join(folder, 'film.mp4'))).equals(sample.bytes)).toBe(true);
  });

  it('says what it would take, and queues nothing', async () => {
    const before = await api.deps.database.client.render.count({ where: { accountId: live.accountId } });
    const { code, out } = await run(live, ['submit', projects.live, '--dry-run']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^films +1, 2\.0 s together\nframes +60 of 60 to render\n/)]);
    expect(await api.deps.database.client.render.count({ where: { accountId: live.accountId } })).toBe(before);
  });

  it('prints the report of a film that breaks limits, and ends with 1', async () => {
    const working = run(live, ['submit', projects.live, '--qc', 'strict', '--reference', 'held']);
    const newest = () => api.deps.database.client.render.findFirst({ where: { accountId: live.accountId } });
    await expect.poll(newest).toMatchObject({ qc: { maxBlackSec: 0 } });
    const id = (await newest())?.id ?? '';
    await finish(id, { status: 'FAILED', errorMsg: `The film breaks limits: ${measured.broken[0]}` });
    const { code, out } = await working;
    expect(code).toBe(1);
    expect(out).toContain(`${id}: 0.50-1.50 s: warning: black: The picture is black`);
    expect(out).toContain('error: maxBlackSec 0: black for 1.00 s from 0.50 s on');
  });

  it('refuses what does not go together, with 2, and what the service refuses, with its words', async () => {
    expect(await run(tester, ['submit'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/No project/),
    });
    const detached = await run(tester, ['submit', projects.tester, '--detach', '-o', 'x.mp4']);
    expect(detached).toMatchObject({ code: 2, err: expect.stringMatching(/does not wait/) });
    const named = await json(tester, ['submit', projects.tester, '--set', 'whom=x']);
    expect(named).toMatchObject({ code: 1, error: { details: { unknown: ['whom'] } } });
    expect(await json(tester, ['submit', 'prj_none'])).toMatchObject({
      code: 1,
      error: { code: 'not_found' },
    });
  });
});

it('framemill report prints what a service found in a render', async () => {
  const { body } = await api.send(live, 'POST', '/v1/renders', { projectId: projects.live });
  await finish(body.render.id, { status: 'COMPLETED' });
  const found = await run(live, ['report', body.render.id]);
  expect(found.out).toMatch(/: 0\.50-1\.50 s: warning: black: The picture is black/);
  expect(found.out).toMatch(/: h264 1920 x 1080, 60 frames, .*; 1 finding$/m);
  expect([found.code, found.err]).toEqual([1, '']);
  const none = await run(live, ['report', 'rnd_none']);
  expect([none.code, none.err]).toEqual([1, expect.stringMatching(/rnd_none\/report failed: /)]);
});

describe('framemill destinations', () => {
  const bucket = forSuite(startBucket);

  it('adds, lists, tests and removes places, and films go there; credentials are printed by nothing', async () => {
    const target = JSON.stringify({ name: 'Archive', s3: { ...bucket.s3, prefix: 'films' }, fileName: '{reference}' });
    await writeFile(path.join(folder, 'archive.json'), target);
    const added = await json(tester, ['destinations', 'add', 'archive.json']);
    const { id } = added.destination;
    expect([added.code, added.check.wrote]).toEqual([0, true]);
    const second = await json(tester, ['destinations', 'add', '-'], target);
    const listed = await run(tester, ['destinations', 'list']);
    expect(listed.out).toBe([second.destination.id, id].map((one) => `${one}  s3    films/films  Archive\n`).join(''));
    expect((await run(tester, ['destinations', 'test', id])).out).toContain(id);

    const { database, redis, store, outbound, secrets, metrics } = api.deps;
    const log = createLogger('api-test', { level: 'silent' });
    const counted = metrics as typeof metrics & Parameters<typeof startDeliveries>[0]['metrics'];
    const deliveries = startDeliveries({
      database,
      redis,
      store,
      outbound,
      secrets,
      log,
      metrics: counted,
      delaysMs: [10],
    });
    const film = ['submit', projects.tester, '--destination', id, '--reference', 'spring'];
    const sent = await run(tester, film);
    await deliveries.close();
    expect([sent.code, sent.out]).toEqual([
      0,
      expect.stringMatching(/delivered to s3:\/\/films\/films\/spring\.mp4\n$/),
    ]);
    expect(await bucket.keys()).toEqual(['films/spring.mp4']);

    expect((await run(tester, ['destinations', 'remove', id])).out).toBe(`removed ${id}\n`);
    expect((await json(tester, ['destinations', 'list'])).destinations).toHaveLength(1);
    for (const said of [JSON.stringify([added, second]), listed.out, sent.out]) {
      expect(said).not.toContain(SECRET_ACCESS_KEY);
      expect(said).not.toContain(bucket.s3.accessKeyId);
    }
  });

  it('says what is wrong with a file, without quoting it', async () => {
    await writeFile(path.join(folder, 'broken.json'), `{ "s3": ${SECRET_ACCESS_KEY}`);
    const broken = await run(tester, ['destinations', 'add', 'broken.json']);
    expect([broken.code, broken.err]).toEqual([1, expect.stringMatching(/broken\.json is not JSON/)]);
    expect(broken.err).not.toContain(SECRET_ACCESS_KEY.slice(0, 6));
    expect((await run(tester, ['destinations', 'test'])).code).toBe(2);
    expect((await run(tester, ['destinations', 'drop', 'x'])).err).toMatch(/one of list, add, test, remove/);
  });
});

it('framemill batch has a film made of each row, tells which failed, and fetches the others as a ZIP', async () => {
  await writeFile(path.join(folder, 'rows.csv'), 'reference,who\nann,Ann\nbob,Bob\n');
  const quote = await json(live, ['batch', projects.live, '--csv', 'rows.csv', '--dry-run']);
  expect([quote.code, typeof quote.quote.frames]).toEqual([0, 'object']);
  const working = json(live, [
    'batch',
    projects.live,
    '--csv',
    'rows.csv',
    '--name',
    'Two',
    '--qc',
    'strict',
    '-o',
    'films.zip',
  ]);
  const { client } = api.deps.database;
  const newest = () => client.batch.findFirst({ where: { accountId: live.accountId } });
  await expect.poll(newest).toMatchObject({ name: 'Two', qc: { maxBlackSec: 0 } });
  const batchId = (await newest())?.id ?? '';
  const { body } = await api.send(live, 'POST', '/v1/renders', { projectId: projects.live });
  const exportKey = `exports/${'7'.repeat(48)}.mp4`;
  await api.deps.store.put(exportKey, Buffer.from('the film'));
  const done = { status: 'COMPLETED', url: `/${exportKey}`, exportKey, completedAt: new Date(), fileSizeBytes: 8 };
  await client.render.update({ where: { id: body.render.id }, data: done });
  const item = (index: number) => ({ batchId_index: { batchId, index } });
  await client.batchItem.update({ where: item(0), data: { renderId: body.render.id, status: 'ADMITTED' } });
  await client.batchItem.update({ where: item(1), data: { status: 'FAILED', error: 'The font is gone.' } });
  await client.batch.update({ where: { id: batchId }, data: { status: 'COMPLETED', completedAt: new Date() } });
  const { code, error, result } = await working;
  expect([code, error.message]).toEqual([1, expect.stringMatching(/failed \(1 of 2\).*\/retry/)]);
  expect(result.failed).toMatchObject([{ reference: 'bob', error: 'The font is gone.' }]);
  expect((await readFile(path.join(folder, 'films.zip'))).includes('the film')).toBe(true);
});
