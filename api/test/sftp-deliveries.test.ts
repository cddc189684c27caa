import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeliveryFault, deliveryFault } from '../src/destinations/delivery-fault.ts';
import type { SftpTarget } from '../src/destinations/destination-fields.ts';
import type { OutgoingFile } from '../src/destinations/sender.ts';
import { createSftpSender } from '../src/destinations/sftp-sender.ts';
import { createOutbound } from '../src/outbound/outbound.ts';
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

const file = (change: Partial<OutgoingFile> = {}): OutgoingFile => ({
  ...{
    id: 'del_1',
    attempt: 1,
    path: 'a/b/film.mp4',
    sizeBytes: bytes.length,
    contentType: 'video/mp4',
    uploadId: null,
  },
  ...{
    open: async () => Readable.from([bytes.subarray(0, 70_001), bytes.subarray(70_001)]),
    noteUpload: async () => {},
  },
  ...change,
});
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

  it('leaves nothing of the attempt before it, whose process was killed', async () => {
    await writeFile(path.join(server.folder, '.framemill-del_1-1.part'), 'half');
    await send(target(), file({ path: 'again.mp4', attempt: 2 }));
    expect((await readdir(server.folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
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
    expect([message, retryable]).toEqual([expect.stringContaining('does not let the user in'), false]);
    expect(message).not.toContain('no"');
  });

  it('no right to write there', async () => {
    server.fault = (operation) => (operation === 'open' ? PERMISSION_DENIED : null);
    expect(await fault(send(target()))).toMatchObject({
      retryable: false,
      message: expect.stringContaining('may not write there'),
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
    expect([message, retryable]).toEqual(['The connection failed: nobody listens at the address.', true]);
  });
});
