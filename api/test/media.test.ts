import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { mp4Bytes, multipartForm, pngBytes } from './multipart-form.ts';
import { BROKEN_MARK } from './scripted-node.ts';
import { sharedServedApi } from './shared-api.ts';
import type { Answer, TestAccount } from './start-api.ts';

const api = forSuite(sharedServedApi);
const account = forSuite(() => api.account());

function upload(owner: TestAccount, data: Buffer, fields: Record<string, string> = {}): Promise<Answer> {
  return api.upload(owner, { name: 'clip one.mp4', data }, fields);
}

describe('uploading', () => {
  it('answers with the record that a node probed', async () => {
    const answer = await upload(account, mp4Bytes('a'), { name: 'Beach' });
    expect(answer.status).toBe(201);
    expect(answer.body.media).toMatchObject({
      name: 'Beach',
      status: 'READY',
      kind: 'video',
      mimeType: 'video/mp4',
      width: 640,
      durationSec: 10,
      hasAudio: true,
      error: null,
    });
    expect(answer.body.media.url).toMatch(/^\/uploads\/med_[0-9a-f]{32}\.mp4$/);
    const file = await api.inject({ method: 'GET', url: answer.body.media.url });
    expect(file.bytes.equals(mp4Bytes('a'))).toBe(true);
  });

  it('gives bytes that are there already the new name, and keeps their id', async () => {
    const first = await upload(account, mp4Bytes('named'), { name: 'First' });
    const again = await upload(account, mp4Bytes('named'), { name: 'Second' });
    expect(again.body.media).toEqual({ ...first.body.media, name: 'Second' });
    const { media } = (await api.send(account, 'GET', `/v1/media/${first.body.media.id}`)).body;
    expect(media.name).toBe('Second');
  });

  it('keeps the same bytes of one account once, and those of another apart', async () => {
    const first = await upload(account, mp4Bytes('b'));
    const again = await upload(account, mp4Bytes('b'));
    expect(again.body.media.id).toBe(first.body.media.id);
    const other = await upload(await api.account(), mp4Bytes('b'));
    expect(other.body.media.id).not.toBe(first.body.media.id);
    const owner = await api.account();
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload(owner, mp4Bytes('at once'))));
    expect(new Set(answers.map((answer) => answer.body.media.id)).size).toBe(1);
  });

  it('refuses broken media with the reason and keeps nothing of it', async () => {
    const owner = await api.account();
    const answer = await upload(owner, Buffer.concat([mp4Bytes('c'), Buffer.from(BROKEN_MARK)]));
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toContain('in the middle of its index');
    expect(JSON.stringify(answer.body)).not.toContain('med_');
    expect((await api.send(owner, 'GET', '/v1/media')).body.media).toEqual([]);
  });

  it.each([
    ['text', Buffer.from('hello, this is no media')],
    ['a playlist that names other files', Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a HEIC picture', Buffer.from('0000001c66747970686569630000000068656963', 'hex')],
    ['an empty file', Buffer.alloc(0)],
  ])('refuses %s before any node sees it, in words', async (_what, data) => {
    const answer = await upload(account, data);
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: 'invalid_request', field: 'body.file' }]);
    expect(answer.body.error.message).toMatch(/^The file is (a |empty)|^HEIC images are not supported/);
    expect(answer.body.error.message).not.toMatch(/[0-9a-f]{6}/);
  });

  it('serves a drawing as one that runs and fetches nothing', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const { status, body } = await upload(account, svg);
    expect([status, body.media?.url]).toEqual([201, expect.stringMatching(/^\/uploads\/med_[0-9a-f]{32}\.svg$/)]);
    const { headers } = await api.inject({ method: 'GET', url: body.media.url });
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/);
  });

  it('refuses more than 32 MB, announced or not', async () => {
    const answer = await upload(account, mp4Bytes('d', 33 * 1_048_576));
    expect([answer.status, answer.body.error.code]).toEqual([413, 'payload_too_large']);
    const { payload, headers } = multipartForm({ name: 'x.mp4', data: mp4Bytes('d', 33 * 1_048_576) });
    const unannounced = await api.inject({
      method: 'POST',
      url: '/v1/media/uploads',
      headers: { ...headers, authorization: `Bearer ${account.key}`, 'transfer-encoding': 'chunked' },
      payload: (await import('node:stream')).Readable.from([payload]),
    });
    expect([unannounced.status, unannounced.body.error.code]).toEqual([413, 'payload_too_large']);
  });

  it('refuses when the storage of the plan is full', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const data = {
      id: `med_${'0'.repeat(32)}`,
      accountId: hobby.accountId,
      name: 'big',
      sha256: 'x',
      objectKey: 'uploads/x.mp4',
    };
    await api.deps.database.client.media.create({ data: { ...data, sizeBytes: 1_000_000_000n } });
    const answer = await upload(hobby, mp4Bytes('e'));
    expect([answer.status, answer.body.error.code]).toEqual([413, 'quota_exceeded']);
  });

  it('answers 503 with words when the object store has no space left, and keeps no record', async () => {
    const { copyFile } = promises;
    promises.copyFile = async (from, to, mode) => {
      // No test may fill a disk: what the store writes fails as it does on a full one.
      if (String(to).includes('.parts')) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      await copyFile(from, to, mode);
    };
    syncBuiltinESMExports();
    const owner = await api.account();
    const answer = await upload(owner, mp4Bytes('full')).finally(() => {
      promises.copyFile = copyFile;
      syncBuiltinESMExports();
    });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
    expect(answer.body.error.message).toMatch(/^The object store has no space left/);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await api.send(owner, 'GET', '/v1/media')).body.media).toEqual([]);
    expect((await upload(owner, mp4Bytes('full'))).status).toBe(201);
  });

  it.each([
    ['a form without a file', { ...multipartForm(null, { name: 'x' }) }],
    [
      'a form that ends early',
      { headers: multipartForm(null).headers, payload: Buffer.from('--framemill-test-boundary\r\n') },
    ],
    ['a form without a boundary', { headers: { 'content-type': 'multipart/form-data' }, payload: Buffer.from('x') }],
    ['JSON', { headers: { 'content-type': 'application/json' }, payload: Buffer.from('{}') }],
    ['no body', { headers: {}, payload: Buffer.alloc(0) }],
  ])('refuses %s', async (_what, { payload, headers }) => {
    const answer = await api.inject({
      method: 'POST',
      url: '/v1/media/uploads',
      headers: { ...headers, authorization: `Bearer ${account.key}` },
      payload,
    });
    expect([answer.status, answer.body?.error?.code]).toEqual([400, 'invalid_request']);
  });

  it('refuses two files in one form', async () => {
    const one = multipartForm({ name: 'a.mp4', data: mp4Bytes('f') }).payload.toString('latin1');
    const part = one.slice(0, one.lastIndexOf('--framemill-test-boundary--'));
    const payload = Buffer.from(part + one, 'latin1');
    const headers = { ...multipartForm(null).headers, authorization: `Bearer ${account.key}` };
    const answer = await api.inject({ method: 'POST', url: '/v1/media/uploads', headers, payload });
    expect(answer.status).toBe(400);
  });
});

describe('using media', () => {
  it('takes a media id, an upload URL or a fixture as the source of a clip, and nothing else', async () => {
    const { media } = (await upload(account, pngBytes('logo'))).body;
    const stranger = (await upload(await api.account(), pngBytes('secret'))).body.media;
    const clip = (src: string, start: number) => ({
      op: 'addClip',
      type: 'image',
      src,
      start,
      duration: 1,
      trackIndex: 0,
    });
    const sources = [
      media.id,
      media.url,
      '/fixtures/sample.mp4',
      stranger.id,
      stranger.url,
      '/fixtures/none.mp4',
      'https://example.org/a.png',
      '/etc/passwd',
      '',
    ];
    const commands = sources.map((src, index) => ({
      ...clip(src, index),
      type: src.endsWith('.mp4') ? 'video' : 'image',
    }));
    const { body } = await api.send(account, 'POST', '/v1/projects', { name: 'sources', commands });
    expect(body.results.map((result: { ok: boolean }) => result.ok)).toEqual([
      true,
      true,
      true,
      ...Array(6).fill(false),
    ]);
  });

  it('gives clips without a name the name of the media', async () => {
    const owner = await api.account();
    const { media } = (await api.upload(owner, { name: 'Beach at dawn.png', data: pngBytes('beach') })).body;
    const clip = { op: 'addClip', type: 'image', start: 0, duration: 1 };
    const sources = [media.id, media.url, `{{picture|${media.id}}}`, '/fixtures/sample.png'];
    const commands = sources.map((src) => ({ ...clip, src }));
    const { body } = await api.send(owner, 'POST', '/v1/projects', { name: 'names', commands });
    const { body: read } = await api.send(owner, 'GET', `/v1/projects/${body.project.id}?view=document`);
    const names = read.project.document.clips.map(({ name }: { name: string }) => name);
    expect(names).toEqual([media.name, media.name, media.name, '']);
    expect(media.name).toContain('Beach at dawn');
  });

  it('lists and reads media of the account only', async () => {
    const owner = await api.account();
    const { media } = (await upload(owner, mp4Bytes('mine'))).body;
    expect((await api.send(owner, 'GET', '/v1/media')).body).toEqual({ media: [media], nextCursor: null });
    expect((await api.send(owner, 'GET', `/v1/media/${media.id}`)).body.media).toEqual(media);
    const other = await api.account();
    expect((await api.send(other, 'GET', `/v1/media/${media.id}`)).status).toBe(404);
  });
});

describe('a media file', () => {
  const rename = (owner: TestAccount, id: string, name: unknown) =>
    api.send(owner, 'PATCH', `/v1/media/${id}`, { name });
  const remove = (owner: TestAccount, id: string) => api.send(owner, 'DELETE', `/v1/media/${id}`);

  it('is renamed, by its owner only, to a name of one line', async () => {
    const { media } = (await upload(account, mp4Bytes('to be renamed'))).body;
    const { status, body } = await rename(account, media.id, ' Beach\nat dawn ');
    expect([status, body.media]).toEqual([200, { ...media, name: 'Beachat dawn' }]);
    expect((await api.send(account, 'GET', `/v1/media/${media.id}`)).body.media.name).toBe('Beachat dawn');
    expect((await rename(await api.account(), media.id, 'Mine')).status).toBe(404);
    for (const name of ['', 'x'.repeat(201), 7]) expect((await rename(account, media.id, name)).status).toBe(400);
  });

  it('is deleted once, with its bytes, and its storage is free again', async () => {
    const owner = await api.account();
    const used = async () => (await api.send(owner, 'GET', '/v1/usage')).body.storage.usedBytes;
    const { media } = (await upload(owner, mp4Bytes('to be deleted'))).body;
    expect(await used()).toBe(2_000);
    expect((await remove(await api.account(), media.id)).status).toBe(404);
    const reader = await api.key(owner, { scopes: ['media.read'] });
    expect((await remove(reader, media.id)).body.error).toMatchObject({
      code: 'insufficient_scope',
      scope: 'media.write',
    });
    expect(await remove(owner, media.id)).toMatchObject({ status: 200, body: { id: media.id, deleted: true } });
    expect((await remove(owner, media.id)).status).toBe(404);
    expect((await api.inject({ method: 'GET', url: media.url })).status).toBe(404);
    expect(await used()).toBe(0);
    expect((await upload(owner, mp4Bytes('to be deleted'))).status).toBe(201);
  });

  it('of another account with the same bytes stays when one is deleted', async () => {
    const other = await api.account();
    const mine = (await upload(account, mp4Bytes('shared'))).body.media;
    const theirs = (await upload(other, mp4Bytes('shared'))).body.media;
    expect((await remove(account, mine.id)).status).toBe(200);
    expect((await api.inject({ method: 'GET', url: theirs.url })).bytes.equals(mp4Bytes('shared'))).toBe(true);
  });

  it('is not deleted while a project uses it, by id or by address, and the answer says where', async () => {
    const { media } = (await upload(account, pngBytes('in use'))).body;
    for (const src of [media.id, media.url]) {
      const commands = [{ op: 'addClip', type: 'image', src, start: 0, duration: 1, trackIndex: 0 }];
      const made = (await api.send(account, 'POST', '/v1/projects', { name: 'Holiday', commands })).body;
      const { status, body } = await remove(account, media.id);
      const { clipId } = made.results[0].data;
      expect([status, body.error]).toMatchObject([
        409,
        {
          ...{ code: 'invalid_request', conflictCode: 'media_in_use', renderIds: [] },
          projects: [{ id: made.project.id, name: 'Holiday', clipIds: [clipId] }],
        },
      ]);
      expect(body.error.message).toContain('is used by the project "Holiday"');
      await api.send(account, 'DELETE', `/v1/projects/${made.project.id}`);
    }
    expect((await remove(account, media.id)).status).toBe(200);
  });

  it('is not deleted while a render uses it', async () => {
    const { media } = (await upload(account, pngBytes('in a render'))).body;
    const commands = [{ op: 'addClip', type: 'image', src: media.id, start: 0, duration: 1, trackIndex: 0 }];
    const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'Rendered', commands })).body;
    const { render } = (await api.send(account, 'POST', '/v1/renders', { projectId: project.id })).body;
    await api.send(account, 'DELETE', `/v1/projects/${project.id}`);
    const { status, body } = await remove(account, media.id);
    expect([status, body.error]).toMatchObject([409, { conflictCode: 'media_in_use', renderIds: [render.id] }]);
    await api.send(account, 'POST', `/v1/renders/${render.id}/cancel`);
    expect((await remove(account, media.id)).status).toBe(200);
  });
});

describe('public files', () => {
  it('are open to all origins but cannot act as a page', async () => {
    const { media } = (await upload(account, mp4Bytes('public'))).body;
    const { status, headers } = await api.inject({
      method: 'GET',
      url: media.url,
      headers: { origin: 'https://a.example' },
    });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-type': 'video/mp4',
      'content-length': '2000',
      'x-frame-options': 'DENY',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['content-disposition']).toMatch(/^inline; filename=med_/);
  });

  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/2000', 10],
    ['bytes=1990-', 206, 'bytes 1990-1999/2000', 10],
    ['bytes=-5', 206, 'bytes 1995-1999/2000', 5],
    ['bytes=1995-9999', 206, 'bytes 1995-1999/2000', 5],
    ['bytes=2000-', 416, 'bytes */2000', 0],
    ['bytes=-0', 416, 'bytes */2000', 0],
    ['bytes=0-1,5-6', 200, undefined, 2000],
    ['chapters=1-2', 200, undefined, 2000],
  ])('answer the range %s with %i', async (range, status, contentRange, length) => {
    const { media } = (await upload(account, mp4Bytes('ranges'))).body;
    const answer = await api.inject({ method: 'GET', url: media.url, headers: { range } });
    expect([answer.status, answer.headers['content-range'], answer.bytes.length]).toEqual([
      status,
      contentRange,
      length,
    ]);
  });

  it.each([
    [undefined, 200, undefined, '2000'],
    ['bytes=0-9', 206, 'bytes 0-9/2000', '10'],
  ])('answer HEAD with the length that GET sends, range %s', async (range, status, contentRange, length) => {
    const { media } = (await upload(account, mp4Bytes('head'))).body;
    const headers = range === undefined ? {} : { range };
    const { headers: got, ...answer } = await api.inject({ method: 'HEAD', url: media.url, headers });
    expect([answer.status, got['content-range'], got['content-length'], answer.bytes.length]).toEqual([
      status,
      contentRange,
      length,
      0,
    ]);
  });

  it.each([
    '/uploads/none.mp4',
    '/uploads/../api/package.json',
    '/uploads/%2e%2e/x',
    '/uploads/',
    '/exports/a//b',
    '/fixtures/.index',
    '/renders/x/document.json',
  ])('answer 404 for %s', async (url) => {
    const answer = await api.inject({ method: 'GET', url });
    expect([answer.status, answer.body?.error?.code]).toEqual([404, 'not_found']);
  });
});
