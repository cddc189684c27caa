import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { freePort } from '@framemill/infra';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryFault } from '../src/destinations/delivery-fault.ts';
import type { SftpTarget } from '../src/destinations/destination-fields.ts';
import type { OutgoingFile } from '../src/destinations/sender.ts';
import { createSftpSender } from '../src/destinations/sftp-sender.ts';
import { createOutbound } from '../src/outbound/outbound.ts';
import { outgoingFile } from './outgoing-file.ts';

const program = '/usr/sbin/sshd';
const isHere = spawnSync(program, ['-V']).error === undefined && spawnSync('ssh-keygen', ['-?']).error === undefined;
if (!isHere) console.warn('sftp-openssh: skipped, there is no sshd here (Debian: openssh-server)');

const outbound = createOutbound({ ports: 'any', privateHosts: ['127.0.0.1'] });
const bytes = randomBytes(9_000_000);

describe.skipIf(!isHere)('a server of OpenSSH', () => {
  let home: string;
  let server: ChildProcess;
  let target: SftpTarget;
  let strangersKey = '';
  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'framemill-sshd-'));
    const [host, own, other] = ['host', 'own', 'other'].map((name) => makeKey(home, name));
    const port = await freePort();
    writeFileSync(path.join(home, 'authorized'), own?.public ?? '');
    writeFileSync(path.join(home, 'config'), config(home, port));
    // Where it keeps who has not signed in yet, as root.
    if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
    server = spawn(program, ['-D', '-e', '-f', path.join(home, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] });
    await listening(server);
    target = {
      ...{ kind: 'sftp', host: '127.0.0.1', port, user: userInfo().username, folder: path.join(home, 'in') },
      ...{ privateKey: own?.private, hostKeyFingerprint: host?.fingerprint ?? '' },
    };
    strangersKey = other?.private ?? '';
  });
  afterAll(async () => {
    if (server && server.exitCode === null) {
      server.kill();
      await once(server, 'close');
    }
    if (home) rmSync(home, { recursive: true, force: true });
  });
  const send = (to: SftpTarget, what: OutgoingFile) =>
    createSftpSender(outbound, to).send(what, AbortSignal.timeout(20_000));

  it('is tested, and keeps nothing of the test', async () => {
    expect(await createSftpSender(outbound, target).check(AbortSignal.timeout(20_000))).toMatchObject({
      ...{ wrote: true, removed: true },
    });
    expect(await readdir(path.join(home, 'in'))).toEqual([]);
  });

  it('has a file byte for byte in folders that were made for it, in the place of the one before', async () => {
    for (const attempt of [1, 2]) {
      const { url } = await send(target, file({ attempt }));
      expect(url).toBe(`sftp://127.0.0.1:${target.port}${home}/in/a/b/film.mp4`);
      const place = path.join(home, 'in/a/b');
      expect(await readdir(place)).toEqual(['film.mp4']);
      expect((await readFile(path.join(place, 'film.mp4'))).equals(bytes)).toBe(true);
    }
  });

  it('goes on with what an attempt whose process was killed left', async () => {
    const name = '.framemill-del_1-1.part';
    await writeFile(path.join(home, 'in', name), bytes.subarray(0, 6_000_000));
    const again = file({ path: 'again.mp4', attempt: 2, unfinished: { id: name, sentBytes: 5_000_000, parts: [] } });
    await send(target, again);
    expect((await readdir(path.join(home, 'in'))).filter((left) => left.endsWith('.part'))).toEqual([]);
    expect((await readFile(path.join(home, 'in/again.mp4'))).equals(bytes)).toBe(true);
    expect(again.tookBytes).toBe(bytes.length - 5_000_000);
  });

  it('with another host key gets nothing; a stranger is not let in', async () => {
    const fault = (to: SftpTarget) => send(to, file({ path: 'no.mp4' })).then(() => null, deliveryFault);
    const swapped = await fault({ ...target, hostKeyFingerprint: `SHA256:${'A'.repeat(43)}` });
    expect(swapped).toMatchObject({ retryable: false, message: expect.stringContaining(target.hostKeyFingerprint) });
    const stranger = await fault({ ...target, privateKey: strangersKey });
    expect(stranger).toMatchObject({
      retryable: false,
      message: expect.stringContaining('refused the sign-in'),
    });
    expect(await readdir(path.join(home, 'in'))).not.toContain('no.mp4');
  });
});

const file = (change: Partial<OutgoingFile>) => outgoingFile(bytes, change);

function makeKey(folder: string, name: string) {
  const place = path.join(folder, name);
  const run = (args: string[]) => spawnSync('ssh-keygen', args, { encoding: 'utf8' }).stdout;
  run(['-q', '-t', 'ed25519', '-N', '', '-f', place]);
  const [, fingerprint = ''] = run(['-l', '-f', `${place}.pub`]).split(' ');
  const read = (from: string) => readFileSync(from, 'utf8');
  return { fingerprint, private: read(place), public: read(`${place}.pub`) };
}

function config(folder: string, port: number): string {
  return [
    ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${folder}/host`, `AuthorizedKeysFile ${folder}/authorized`],
    ...['PermitRootLogin prohibit-password', 'PasswordAuthentication no', 'UsePAM no', 'StrictModes no'],
    ...['PidFile none', 'Subsystem sftp internal-sftp', ''],
  ].join('\n');
}

async function listening(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = '';
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString();
    if (said.includes('Server listening')) resolve();
  });
  child.once('close', () => reject(new Error(`sshd ended: ${said}`)));
  await promise;
}
