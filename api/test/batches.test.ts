import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { pngBytes } from './multipart-form.ts';
import { sharedServedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const hasPython = spawnSync('python3', ['-c', 'import zipfile'], { stdio: 'ignore' }).status === 0;
if (!hasPython) console.warn('batches: the archive is not checked, there is no python3');

const api = forSuite(sharedServedApi);
let account: TestAccount;
let other: TestAccount;
let projectId: string;
beforeAll(async () => {
  [account, other] = [await api.account(), await api.account()];
  projectId = (await api.send(account, 'POST', '/v1/projects', { name: 'Cards', commands: [title] })).body.project.id;
});

const title = { op: 'addTextClip', text: 'Hello {{who}} of {{city|Graz}}', start: 0, duration: 2 };
const create = (body: object, by = account) => api.send(by, 'POST', '/v1/batches', { projectId, ...body });
const rows = () => api.deps.database.client.batch.count({ where: { accountId: account.accountId } });
const table = 'reference;who;city\r\nr1;Ana;\r\nr2;"=1;+1";Linz\r\n';

describe('a batch', () => {
  it('keeps its items in order, with what they are known by, and pages through them', async () => {
    const items = Array.from({ length: 5 }, (_, n) => ({
      variables: { who: `Nr ${n}` },
      reference: `r${n}`,
      name: 'x',
    }));
    const { status, body } = await create({ items, name: 'Five', quality: 'draft' });
    expect([status, body.poll]).toEqual([202, `/v1/batches/${body.batch.id}`]);
    expect(body.batch).toMatchObject({ name: 'Five', status: 'PROCESSING', total: 5, quality: 'draft', progress: 0 });
    expect(body.batch.counts.queued).toBe(5);
    const url = `/v1/batches/${body.batch.id}/items?limit=2`;
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await api.send(account, 'GET', `${url}${cursor}`)).body;
      seen.push(...page.items.map(({ reference }: { reference: string }) => reference));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    expect((await api.send(account, 'GET', `${url}&cursor=x`)).status).toBe(400);
    expect((await api.send(account, 'GET', `${url}&status=FAILED`)).body.items).toEqual([]);
    const listed = await api.send(account, 'GET', `/v1/batches?projectId=${projectId}`);
    expect(listed.body.batches.map(({ id }: { id: string }) => id)).toContain(body.batch.id);
  });

  it('is made of a table, whose manifest is safe in a spreadsheet', async () => {
    const { body } = await create({ csv: table });
    expect(body.batch.total).toBe(2);
    const stored = await api.deps.database.client.batchItem.findMany({
      where: { batchId: body.batch.id },
      orderBy: { index: 'asc' },
      select: { variables: true, reference: true },
    });
    expect(stored).toEqual([
      { variables: { who: 'Ana' }, reference: 'r1' },
      { variables: { who: '=1;+1', city: 'Linz' }, reference: 'r2' },
    ]);
    await api.deps.database.client.batchItem.updateMany({ where: { reference: 'r2' }, data: { error: '=cmd,"x"' } });
    const csv = await api.send(account, 'GET', `/v1/batches/${body.batch.id}/manifest?format=csv`);
    expect(csv.headers['content-type']).toContain('text/csv');
    const [head, , second] = csv.bytes.toString().split('\r\n');
    expect(head).toBe('index,reference,name,status,url,error,renderId,fileSizeBytes,durationSec,files');
    expect(second).toBe(`1,r2,,QUEUED,,"'=cmd,""x""",,,,`);
    const json = await api.send(account, 'GET', `/v1/batches/${body.batch.id}/manifest`);
    expect(json.body.items).toMatchObject([
      { reference: 'r1', variables: { who: 'Ana' } },
      { reference: 'r2', variables: { who: '=1;+1', city: 'Linz' } },
    ]);
  });

  it('with wrong names, in any item, is refused whole and names the item', async () => {
    const before = await rows();
    const wrong = await create({ items: [{ variables: { who: 'Ana' } }, { variables: { nane: 'x' } }] });
    expect([wrong.status, wrong.body.error]).toMatchObject([400, { unknown: ['nane'], missing: ['who'], index: 1 }]);
    expect((await create({ csv: 'who,town\na,b' })).body.error).toMatchObject({ unknown: ['town'] });
    for (const body of [{}, { items: [] }, { items: [{}], csv: 'x' }, { items: [{ variables: { who: null } }] }]) {
      expect((await create(body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await create({ projectId: 'prj_none', items: [{ variables: {} }] })).status).toBe(404);
    const tooMany = Array.from({ length: 1_001 }, () => ({ variables: { who: 'a' } }));
    const refused = await create({ items: tooMany });
    expect([refused.status, refused.body.error.what]).toEqual([402, 'exports']);
    expect(await rows()).toBe(before);
  });

  it.skipIf(!hasPython)('comes as one archive of its finished files, and ZIP programs read it', async () => {
    const { id } = (await create({ csv: table })).body.batch;
    const { client } = api.deps.database;
    const films = [Buffer.from('the first film'), Buffer.alloc(2_500_000, 'x')];
    for (const [index, film] of films.entries()) {
      const started = await api.send(account, 'POST', '/v1/renders', { projectId, variables: { who: 'a' } });
      const renderId: string = started.body.render.id;
      const exportKey = `exports/${String(index).repeat(48)}.mp4`;
      await api.deps.store.put(exportKey, film);
      const done = { status: 'COMPLETED', url: `/${exportKey}`, exportKey, completedAt: new Date() };
      await client.render.update({ where: { id: renderId }, data: { ...done, fileSizeBytes: film.length } });
      await client.batchItem.update({
        where: { batchId_index: { batchId: id, index } },
        data: { renderId, status: 'ADMITTED', reference: index === 0 ? '../x/é' : '' },
      });
    }
    const zip = await api.send(account, 'GET', `/v1/batches/${id}/archive`);
    expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip']);
    const file = join(mkdtempSync(join(tmpdir(), 'framemill-zip-')), 'batch.zip');
    writeFileSync(file, zip.bytes);
    // Python's zipfile checks the directory, and testzip() the checksum of each file.
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), [[i.filename, i.file_size] for ' +
      'i in z.infolist()])';
    const { stdout, stderr } = spawnSync('python3', ['-c', script, file], { encoding: 'utf8' });
    rmSync(dirname(file), { recursive: true });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^None \[\['manifest.csv', \d+\], \['00000--x-é.mp4', 14\], \['00001.mp4', 2500000\]\]/);
  });

  it('is made of an uploaded table, and of nothing else that was uploaded', async () => {
    const upload = (name: string, data: Buffer) => api.upload(account, { name, data });
    const { media } = (await upload('guests.csv', Buffer.from(`\ufeff${table}`))).body;
    expect(media).toMatchObject({ kind: 'table', mimeType: 'text/csv', status: 'READY' });
    const { status, body } = await create({ csvMediaId: media.id });
    expect([status, body.batch?.total]).toEqual([202, 2]);
    const image = (await upload('logo.png', pngBytes('table'))).body.media.id;
    for (const wrong of [{ csvMediaId: image }, { csvMediaId: 'med_none' }, { csvMediaId: media.id, csv: table }]) {
      const refused = await create(wrong);
      expect([refused.status, refused.body.error.code], JSON.stringify(wrong)).toEqual([400, 'invalid_request']);
    }
    const foreign = await api.send(other, 'POST', '/v1/projects', { name: 'x', commands: [title] });
    const stolen = { projectId: foreign.body.project.id, csvMediaId: media.id };
    expect((await api.send(other, 'POST', '/v1/batches', stolen)).status).toBe(400);
  });

  it('gives an account four archives at a time', async () => {
    const { body } = await create({ items: [{ variables: { who: 'Ana' } }] });
    const archive = () => api.send(account, 'GET', `/v1/batches/${body.batch.id}/archive`);
    const held = Array.from({ length: 4 }, () => api.deps.transfers.answers.open(account.accountId, 'archive'));
    expect((await archive()).status).toBe(429);
    for (const share of held) share.close();
    // One that was answered makes room.
    for (let count = 0; count < 5; count += 1) expect((await archive()).status).toBe(200);
  });

  it('has several files of each item, all of them in manifest and archive', async () => {
    const outputs = [
      { format: 'mp4', quality: 'draft', captions: 'embedded' },
      { format: 'poster' },
      { format: 'srt' },
    ];
    const { body } = await create({ csv: table, outputs });
    expect(body.batch).toMatchObject({ format: 'mp4', quality: 'draft', outputs: [{}, { format: 'poster' }, {}] });
    expect((await create({ csv: table, outputs, format: 'mp4' })).status).toBe(400);
    const { quote } = (await create({ csv: table, outputs, dryRun: true })).body;
    // A poster takes one frame.
    expect(quote).toMatchObject({ renders: 2, durationSec: 4, frames: { total: 2 * (60 + 1) } });
    const row = await api.deps.database.client.batch.findUniqueOrThrow({ where: { id: body.batch.id } });
    expect(row.outputs).toMatchObject({
      own: { quality: 'draft', texts: { captions: true, chapters: false } },
      further: [{ format: 'poster' }, { format: 'srt' }],
    });
  });

  it('sends the files of all items to one destination, whose address must take several', async () => {
    const url = 'https://127.0.0.1/films/x.mp4';
    expect((await create({ csv: table, destination: {} })).status).toBe(400);
    expect((await create({ csv: table, destination: { id: 'dst_none' } })).status).toBe(404);
    const one = await create({ csv: table, destination: { url } });
    expect([one.status, one.body.error.message]).toEqual([400, expect.stringContaining('accepts one file, not 2')]);
    const { body } = await create({ csv: table, destination: { url: 'https://127.0.0.1/films/{fileName}' } });
    const row = await api.deps.database.client.batch.findUniqueOrThrow({ where: { id: body.batch.id } });
    expect(row.delivery).toEqual({ destinationId: expect.stringMatching(/^dst_/), kind: 'put' });
  });

  it('holds the files of all items to limits, which must be some that there are', async () => {
    const { body } = await create({ csv: table, qc: 'strict' });
    const row = await api.deps.database.client.batch.findUniqueOrThrow({ where: { id: body.batch.id } });
    expect(row.qc).toMatchObject({ maxBlackSec: 0 });
    expect((await create({ csv: table, qc: { maxBlack: 1 } })).status).toBe(400);
  });

  it('that is only quoted is not made', async () => {
    const before = await rows();
    const { status, body } = await create({ csv: table, dryRun: true });
    expect([status, body.quote.renders, body.quote.frames.total]).toEqual([200, 2, 120]);
    expect(body.quote.allowance).toMatchObject({ exports: { needed: 2 }, refusedBy: null });
    const many = Array.from({ length: 900 }, (_, n) => ({ variables: { who: `Nr ${n}` } }));
    const large = (await create({ items: many, dryRun: true })).body.quote;
    expect([large.renders, large.frames.total, large.durationSec]).toEqual([900, 54_000, 1_800]);
    expect(await rows()).toBe(before);
  });

  it('is cancelled with all that waits, and tried again when asked', async () => {
    const { id } = (await create({ csv: table })).body.batch;
    const cancelled = await api.send(account, 'POST', `/v1/batches/${id}/cancel`);
    expect(cancelled.body.batch).toMatchObject({ status: 'CANCELLED', progress: 100, counts: { cancelled: 2 } });
    const again = await api.send(account, 'POST', `/v1/batches/${id}/cancel`);
    expect([again.status, again.body.error.conflictCode]).toEqual([409, 'batch_finished']);
    const retried = await api.send(account, 'POST', `/v1/batches/${id}/retry`);
    expect([retried.body.items, retried.body.batch.status, retried.body.batch.counts.queued]).toEqual([
      2,
      'PROCESSING',
      2,
    ]);
  });

  it('of another account is as unknown as none', async () => {
    const { id } = (await create({ csv: table })).body.batch;
    for (const [method, path] of [
      ...[
        ['GET', ''],
        ['GET', '/items'],
        ['GET', '/manifest'],
        ['GET', '/archive'],
      ],
      ...[
        ['POST', '/cancel'],
        ['POST', '/retry'],
      ],
    ] as const) {
      const foreign = await api.send(other, method, `/v1/batches/${id}${path}`);
      const none = await api.send(other, method, `/v1/batches/bat_none${path}`);
      expect([foreign.status, foreign.body.error.message]).toEqual([404, none.body.error.message]);
    }
    expect((await api.send(other, 'GET', '/v1/batches')).body.batches).toEqual([]);
  });
});
