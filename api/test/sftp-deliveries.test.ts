import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryFault, deliveryFault } from '../src/destinations/delivery-fault.ts';
import type { SftpTarget } from '../src/destinations/destination-fields.ts';
import type { OutgoingFile } from '../src/destinations/sender.ts';
import { createSftpSender } from '../src/destinations/sftp-sender.ts';
import { createOutbound } from '../src/outbound/outbound.ts';
import { outgoingFile } from './outgoing-file.ts';
import { SFTP_PASSWORD, type SftpServer, startSftpServer } from './sftp-server.ts';

const outbound = createOutbound({ ports: 'any', privateHosts: ['127.0.0.1'] });
const bytes = randomBytes(3_000_000);
const { PERMISSION_DENIED, FAILURE } = ssh2.utils.sftp.STATUS_CODE;

let server: SftpServer;
let plain: SftpServer;
beforeAll(async () => {
  [server, plain] = await Promise.all([startSftpServer(), startSftpServer({ posixRename: false })]);
});
afterAll(() => Promise.all([server.close(), plain.close()]));
beforeEach(() => {
  server.fault = () => null;
  server.users.length = 0;
});

function target(of: SftpServer = server, change: Partial<SftpTarget> = {}): SftpTarget {
  const { port, fingerprint: hostKeyFingerprint } = of;
  return {
    ...{ kind: 'sftp', host: '127.0.0.1', port, user: 'ann', password: SFTP_PASSWORD, hostKeyFingerprint },
    ...change,
  };
}

const file = (change: Partial<OutgoingFile> = {}) => outgoingFile(bytes, change);
const send = (to: SftpTarget, what: OutgoingFile = file()) =>
  createSftpSender(outbound, to).send(what, AbortSignal.timeout(20_000));
const fault = (work: Promise<unknown>): Promise<DeliveryFault> =>
  work.then(() => Promise.reject(new Error('it went well')), deliveryFault);

describe('a file that goes to an SFTP server', () => {
  it('is there byte for byte under its name, in folders that were made for it, and nothing is beside it', async () => {
    const { url } = await send(target(server, { folder: 'in/2026' }));
    expect(url).toBe(`sftp://127.0.0.1:${server.port}/~/in/2026/a/b/film.mp4`);
    const place = path.join(server.folder, 'in/2026/a/b');
    expect((await readFile(path.join(place, 'film.mp4'))).equals(bytes)).toBe(true);
    expect(await readdir(place)).toEqual(['film.mp4']);
  });

  it.each(['with', 'without'])('takes the place of the one before, on a server %s renames onto files', async (kind) => {
    const to = kind === 'with' ? server : plain;
    await writeFile(path.join(to.folder, 'film.mp4'), 'old');
    await send(target(to), file({ path: 'film.mp4' }));
    expect((await readFile(path.join(to.folder, 'film.mp4'))).equals(bytes)).toBe(true);
  });

  it('is signed in for with a private key as well', async () => {
    const { password: _, ...keyed } = target(server, { privateKey: server.privateKey });
    await send(keyed, file({ path: 'keyed.mp4' }));
    expect(await readdir(server.folder)).toContain('keyed.mp4');
  });

  it('that broke off goes on where it stopped', async () => {
    const ended = new AbortController();
    const half = Promise.withResolvers<void>();
    let writes = 0;
    server.fault = (operation) => {
      if (operation === 'write' && ++writes === 50) half.resolve();
      return writes >= 50 && operation === 'write' ? 'silence' : null;
    };
    const first = file({ path: 'again.mp4' });
    const broken = createSftpSender(outbound, target()).send(first, ended.signal);
    await half.promise;
    // What was acknowledged arrives here on the way back.
    await expect.poll(() => first.offset).toBeGreaterThan(400_000);
    ended.abort(new Error('too slow'));
    await expect(broken).rejects.toThrow('too slow');
    const name = first.uploads.at(-1) ?? '';
    expect([first.uploads.length, await readdir(server.folder)]).toEqual([1, expect.arrayContaining([name])]);
    server.fault = () => null;
    const unfinished = { id: name, sentBytes: first.offset, parts: [] };
    const second = file({ path: 'again.mp4', attempt: 2, unfinished });
    await send(target(), second);
    expect((await readFile(path.join(server.folder, 'again.mp4'))).equals(bytes)).toBe(true);
    expect([second.tookBytes, second.uploads]).toEqual([bytes.length - first.offset, []]);
    expect((await readdir(server.folder)).filter((left) => left.endsWith('.part'))).toEqual([]);
  });

  it.each([
    ['is gone', null],
    ['is shorter than what was acknowledged', 999_999],
  ])('begins anew when what it left %s', async (_what, size) => {
    const name = '.framemill-del_1-1.part';
    if (size !== null) await writeFile(path.join(server.folder, name), bytes.subarray(0, size));
    const again = file({ path: 'anew.mp4', attempt: 2, unfinished: { id: name, sentBytes: 1_000_000, parts: [] } });
    await send(target(), again);
    expect((await readFile(path.join(server.folder, 'anew.mp4'))).equals(bytes)).toBe(true);
    expect([again.tookBytes, again.uploads]).toEqual([bytes.length, ['.framemill-del_1-2.part']]);
    expect((await readdir(server.folder)).filter((left) => left.endsWith('.part'))).toEqual([]);
  });

  it('that failed for good leaves nothing', async () => {
    await writeFile(path.join(server.folder, '.framemill-del_1-1.part'), 'half');
    await createSftpSender(outbound, target()).abandon('x.mp4', '.framemill-del_1-1.part', AbortSignal.timeout(20_000));
    expect((await readdir(server.folder)).filter((left) => left.endsWith('.part'))).toEqual([]);
  });
});

describe('what goes wrong says what to do', () => {
  it('another host key: nothing is sent, not even the user', async () => {
    const other = `SHA256:${'A'.repeat(43)}`;
    const { message, retryable } = await fault(send(target(server, { hostKeyFingerprint: other })));
    expect([message.includes(server.fingerprint), message.includes('Nothing was sent'), retryable]).toEqual([
      true,
      true,
      false,
    ]);
    expect(server.users).toEqual([]);
  });

  it('a wrong password', async () => {
    const { message, retryable } = await fault(send(target(server, { password: 'no' })));
    expect([message, retryable]).toEqual([expect.stringContaining('refused the sign-in'), false]);
    expect(message).not.toContain('no"');
  });

  it('no right to write there', async () => {
    server.fault = (operation) => (operation === 'open' ? PERMISSION_DENIED : null);
    expect(await fault(send(target()))).toMatchObject({
      retryable: false,
      message: expect.stringContaining('may not write to the folder'),
    });
  });

  it('a full disk: it is tried again, and the half file is gone', async () => {
    let writes = 0;
    server.fault = (operation) => (operation === 'write' && ++writes > 40 ? FAILURE : null);
    const full = await fault(send(target(), file({ path: 'full.mp4' })));
    expect([full.retryable, full.message]).toEqual([true, expect.stringContaining('disk may be full')]);
    expect((await readdir(server.folder)).filter((name) => /full|part/.test(name))).toEqual([]);
  });

  it('a server inside, or another port than 22', async () => {
    const guarded = createOutbound({ ports: [80, 443], privateHosts: [] });
    const work = (to: SftpTarget) => createSftpSender(guarded, to).send(file(), AbortSignal.timeout(5_000));
    const inside = await fault(work(target(server, { port: 22 })));
    expect([inside.retryable, inside.message]).toEqual([false, expect.stringContaining('not on the public internet')]);
    expect((await fault(work(target()))).message).toMatch(/^Port \d+ cannot be used\. Use 22/);
  });

  it('a server that nobody runs', async () => {
    const { message, retryable } = await fault(send(target(server, { port: 1 })));
    expect([message, retryable]).toEqual(['The connection failed: the server refused the connection.', true]);
  });
});
