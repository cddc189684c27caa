import type { LookupAddress } from 'node:dns';
import { readdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { suiteFolder } from '@framemill/testing/folders';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound } from '../src/outbound/outbound.ts';
import { mp4Bytes } from './multipart-form.ts';
import { BROKEN_MARK } from './scripted-node.ts';
import { type ServedApi, startServedApi } from './shared-api.ts';
import type { Answer, TestAccount } from './start-api.ts';

const MB = 1_048_576;
const TIMEOUT_MS = 3_000;

let api: ServedApi;
let server: FileServer;
let account: TestAccount;
const scratch = suiteFolder();
const usualScratch = process.env.TMPDIR;
beforeAll(async () => {
  // A folder that no other suite writes to: what is left in it is left by these tests.
  process.env.TMPDIR = scratch;
  server = await startFileServer((request, response) => {
    const answer = answers[request.url?.slice(1).split('?')[0] ?? ''];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  const outbound = createOutbound({ ports: 'any', privateHosts: ['files.test'] }, resolve);
  api = await startServedApi({ outbound, importTimeoutMs: TIMEOUT_MS });
  account = await api.account({ plan: 'enterprise' });
});
afterAll(async () => {
  await api.close();
  await server.close();
  if (usualScratch === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usualScratch;
});

async function resolve(host: string): Promise<LookupAddress[]> {
  if (!['files.test', 'inside.test'].includes(host)) throw new Error(`ENOTFOUND ${host}`);
  return [{ address: '127.0.0.1', family: 4 }];
}

const at = (path: string, host = 'files.test') => `http://${host}:${server.port}/${path}`;
const redirect = (status: number, location: () => string) => (response: ServerResponse) =>
  response.writeHead(status, { location: location() }).end();
const bytes = (data: Buffer) => (response: ServerResponse) => response.end(data);

/** Functions that write the responses of the imported server, by path. */
const answers: Record<string, (response: ServerResponse) => unknown> = {
  'beach%20day.mp4': bytes(mp4Bytes('beach')),
  'ok.mp4': bytes(mp4Bytes('ok')),
  'broken.mp4': bytes(Buffer.concat([mp4Bytes('x'), Buffer.from(BROKEN_MARK)])),
  'playlist.mp4': bytes(Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')),
  'concat.mp4': bytes(Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")),
  'page.mp4': bytes(Buffer.from('<!doctype html><title>Sign in</title>')),
  'empty.mp4': bytes(Buffer.alloc(0)),
  'gone.mp4': (response) => response.writeHead(410).end('gone'),
  'fault.mp4': (response) => response.writeHead(500).end('oh'),
  'part.mp4': (response) => response.writeHead(206).end(mp4Bytes('part')),
  'bomb.mp4': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20 * MB))),
  'short.mp4': (response) => {
    response.writeHead(200, { 'content-length': '5000' });
    response.write(mp4Bytes('short'));
    response.socket?.end();
  },
  'cut.mp4': (response) => {
    response.write(mp4Bytes('cut'));
    setImmediate(() => response.socket?.destroy());
  },
  'announced.mp4': (response) => {
    response.writeHead(200, { 'content-length': String(600 * MB) });
    response.write(mp4Bytes('announced'));
  },
  'slow.mp4': (response) => {
    response.write(mp4Bytes('slow'));
    const timer = setInterval(() => response.write('.'), 100);
    response.on('close', () => clearInterval(timer));
  },
  'silent.mp4': () => undefined,
  'endless-headers.mp4': (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(100_000)}\r\n\r\n`);
  },
  'endless.mp4': (response) => {
    const block = mp4Bytes('endless', MB);
    const more = () => {
      while (!response.destroyed && response.write(block));
    };
    response.on('drain', more);
    more();
  },
  'to-1.mp4': redirect(302, () => '/to-2.mp4'),
  'to-2.mp4': redirect(307, () => at('to-3.mp4')),
  'to-3.mp4': redirect(301, () => 'ok.mp4'),
  'to-0.mp4': redirect(308, () => '/to-1.mp4'),
  'loop.mp4': redirect(302, () => '/loop.mp4'),
  'to-loopback.mp4': redirect(302, () => `http://127.0.0.1:${server.port}/secret`),
  'to-inside.mp4': redirect(302, () => at('secret', 'inside.test')),
  'to-metadata.mp4': redirect(302, () => 'http://169.254.169.254/latest/meta-data/'),
  'to-decimal.mp4': redirect(302, () => `http://2130706433:${server.port}/secret`),
  'to-file.mp4': redirect(302, () => 'file:///etc/passwd'),
  'to-user.mp4': redirect(302, () => `http://a:b@files.test:${server.port}/ok.mp4`),
  'to-nowhere.mp4': redirect(302, () => 'http://'),
  'chain-to-loopback.mp4': redirect(302, () => '/to-loopback.mp4'),
};

function importFrom(url: string, owner = account): Promise<Answer> {
  return api.send(owner, 'POST', '/v1/media/import', { url });
}

describe('importing', () => {
  it('is like an upload from then on, and named after the address', async () => {
    const answer = await importFrom(at('beach%20day.mp4?token=1#t=3'));
    expect(answer.status).toBe(201);
    expect(answer.body.media).toMatchObject({
      name: 'beach day.mp4',
      status: 'READY',
      kind: 'video',
      sizeBytes: 2_000,
    });
    const file = await api.inject({ method: 'GET', url: answer.body.media.url });
    expect(file.bytes.equals(mp4Bytes('beach'))).toBe(true);
    const body = { url: at('beach%20day.mp4'), name: 'Again' };
    const again = await api.send(account, 'POST', '/v1/media/import', body);
    expect(again.body.media.id).toBe(answer.body.media.id);
  });

  it('follows three redirects, and not a fourth', async () => {
    expect((await importFrom(at('to-1.mp4'))).status).toBe(201);
    const tooMany = await importFrom(at('to-0.mp4'));
    expect([tooMany.status, tooMany.body.error.code]).toEqual([502, 'provider_error']);
  });

  it.each([
    ['to this machine', 'to-loopback.mp4'],
    ['to a name of this machine', 'to-inside.mp4'],
    ['to the metadata service', 'to-metadata.mp4'],
    ['to a number', 'to-decimal.mp4'],
    ['to a file', 'to-file.mp4'],
    ['to an address with a password', 'to-user.mp4'],
    ['to another redirect, and from there to this machine', 'chain-to-loopback.mp4'],
  ])('refuses redirects %s', async (_what, name) => {
    const answer = await importFrom(at(name));
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(server.requests.filter((request) => request.includes('secret'))).toEqual([]);
  });

  it.each([
    ['an answer 410', 'gone.mp4'],
    ['an answer 500', 'fault.mp4'],
    ['a part of a file', 'part.mp4'],
    ['no bytes', 'empty.mp4'],
    ['a compressed bomb', 'bomb.mp4'],
    ['fewer bytes than announced', 'short.mp4'],
    ['a body that comes too slowly', 'slow.mp4'],
    ['headers that are too long', 'endless-headers.mp4'],
    ['redirects in a circle', 'loop.mp4'],
    ['a redirect to nowhere', 'to-nowhere.mp4'],
  ])('takes %s for a failure over there', async (_what, name) => {
    const answer = await importFrom(at(name));
    expect([answer.status, answer.body.error.code]).toEqual([502, 'provider_error']);
    expect(answer.body.error.message).not.toMatch(/127\.0\.0\.1|\/tmp|ECONN/);
  });

  it('takes hosts that do not resolve or listen for failures over there', async () => {
    const closed = await startFileServer(() => undefined);
    await closed.close();
    for (const [url, words] of [
      ['http://nobody.test/a.mp4', 'The host "nobody.test" has no DNS address. Check its name.'],
      [`http://files.test:${closed.port}/a.mp4`, 'the server refused the connection'],
      [at('ok.mp4').replace('http:', 'https:'), 'no secure connection (TLS) could be established'],
      [at('missing.mp4'), 'The address answered with status 404.'],
      [at('cut.mp4'), 'the server closed the connection'],
      [at('silent.mp4'), `The download did not finish within ${TIMEOUT_MS / 1_000} s.`],
    ] as const) {
      const { status, body } = await importFrom(url);
      expect([status, body.error]).toMatchObject([
        502,
        { code: 'provider_error', message: expect.stringContaining(words) },
      ]);
      expect(body.error.message).not.toMatch(/127\.0\.0\.1|ECONN/);
    }
  });

  it.each([
    ['broken media', 'broken.mp4'],
    ['a playlist', 'playlist.mp4'],
    ['a list of files', 'concat.mp4'],
    ['a page', 'page.mp4'],
  ])('refuses %s, whatever it is called, and keeps nothing', async (_what, name) => {
    const owner = await api.account();
    const answer = await importFrom(at(name), owner);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect((await api.send(owner, 'GET', '/v1/media')).body.media).toEqual([]);
  });

  it('refuses what is announced as larger than 512 MB', async () => {
    const answer = await importFrom(at('announced.mp4'));
    expect([answer.status, answer.body.error]).toMatchObject([413, { code: 'payload_too_large', limitMb: 512 }]);
  });

  it("stops at the plan's upload limit when nothing was announced", async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    // 32 MB take longer than the other files where the disk is slow.
    api.deps.importTimeoutMs = 120_000;
    const answer = await importFrom(at('endless.mp4'), hobby).finally(() => {
      api.deps.importTimeoutMs = TIMEOUT_MS;
    });
    expect([answer.status, answer.body.error]).toMatchObject([413, { code: 'payload_too_large', limitMb: 32 }]);
  });

  it('refuses before it fetches when the storage is full', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const data = { id: `med_${'1'.repeat(32)}`, accountId: hobby.accountId, name: 'big', sha256: 'x' };
    await api.deps.database.client.media.create({
      data: { ...data, objectKey: 'uploads/y.mp4', sizeBytes: 1_000_000_000n },
    });
    const before = server.requests.length;
    const answer = await importFrom(at('ok.mp4'), hobby);
    expect([answer.status, answer.body.error.code]).toEqual([413, 'quota_exceeded']);
    expect(server.requests.length).toBe(before);
    const { values } = await api.deps.metrics.importsRejected.get();
    expect(values).toContainEqual({ value: 1, labels: { reason: 'quota_exceeded' } });
  });

  it('does not call the address faulty when this machine cannot keep the file', async () => {
    const before = server.requests.length;
    // Below a file nothing can be made, not even by root.
    process.env.TMPDIR = path.join(import.meta.filename, 'scratch');
    const answer = await importFrom(at('ok.mp4')).finally(() => {
      process.env.TMPDIR = scratch;
    });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
    expect(answer.body.error.message).toMatch(/cannot store the file/);
    expect(answer.body.error.message).not.toContain(import.meta.dirname);
    expect(server.requests.length).toBe(before);
  });

  it('leaves nothing behind on the disk', async () => {
    expect((await readdir(scratch)).filter((name) => name.includes('import'))).toEqual([]);
  });
});

it('a name that resolves to something else a moment later is connected to what was checked', async () => {
  const listed = await startFileServer((_request, response) => response.end('listed'), { host: '127.0.0.2' });
  const secret = await startFileServer((_request, response) => response.end('secret'), { port: listed.port });
  const asked: string[] = [];
  const flipping = async (host: string) => {
    asked.push(host);
    return [{ address: asked.length === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
  };
  const outbound = createOutbound({ ports: 'any', privateHosts: ['127.0.0.2'] }, flipping);
  const request = { method: 'GET' as const, signal: AbortSignal.timeout(5_000) };
  const answer = await outbound.send(`http://flip.test:${listed.port}/`, request);
  expect((await answer.body.toArray()).join('')).toBe('listed');
  await answer.close();
  expect(asked).toEqual(['flip.test']);
  await expect(outbound.send(`http://flip.test:${listed.port}/`, request)).rejects.toThrow(/public internet/);
  expect(secret.requests).toEqual([]);
  await Promise.all([listed.close(), secret.close()]);
});
