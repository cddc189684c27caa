import { once } from 'node:events';
import { type FileHandle, mkdir, mkdtemp, open, rename, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';
import { fingerprintOf } from '../src/destinations/sftp-session.ts';

const { OPEN_MODE: MODE, STATUS_CODE: CODE } = ssh2.utils.sftp;

/** SFTP server on this machine, whose files are stored in a folder. */
export interface SftpServer {
  folder: string;
  port: number;
  /** Fingerprint of the server's host key. */
  fingerprint: string;
  /** Private key that the server accepts. */
  privateKey: string;
  /** Names of the users who tried to sign in. The list must be empty when the client has a wrong host key. */
  users: string[];
  /**
   * Returns the simulated fault of an operation: an SFTP error status, no response (`silence`), or no fault (null).
   * Tests replace this function.
   */
  fault: (operation: string, name: string) => number | 'silence' | null;
  close(): Promise<void>;
}

/** Password of the user `ann`. */
export const SFTP_PASSWORD = 'sftp-pa55word';

/**
 * Generates an SSH key pair. It tries again until a key can be parsed, because about one in 400 keys of the library is
 * a byte too short.
 */
function readableKey(): { privateKey: string; publicKey: Buffer } {
  for (;;) {
    const { private: privateKey } = ssh2.utils.generateKeyPairSync('ed25519');
    const parsed = ssh2.utils.parseKey(privateKey);
    if (parsed instanceof Error) continue;
    const [key] = Array.isArray(parsed) ? parsed : [parsed];
    if (key) return { privateKey, publicKey: key.getPublicSSH() };
  }
}

/** Starts an SFTP server. Without `posixRename` it refuses to rename a file to an existing name, as plain SFTP does. */
export async function startSftpServer({ posixRename = true } = {}): Promise<SftpServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sftp-'));
  const [host, user] = [readableKey(), readableKey()];
  const connections = new Set<Connection>();
  const server: SftpServer = {
    ...{ folder, port: 0, fingerprint: fingerprintOf(host.publicKey) },
    ...{ privateKey: user.privateKey, users: [], fault: () => null },
    async close() {
      for (const connection of connections) connection.end();
      ssh.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  const ssh = new ssh2.Server({ hostKeys: [host.privateKey] }, (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    connection.on('error', () => undefined);
    connection.on('authentication', (request) => {
      server.users.push(request.username);
      if (request.method === 'password' && request.password === SFTP_PASSWORD) return request.accept();
      if (request.method === 'publickey') return request.accept();
      request.reject(['password', 'publickey']);
    });
    connection.on('session', (accept) => {
      accept().on('sftp', (begin) => serve(begin(), server, posixRename));
    });
  });
  ssh.listen(0, '127.0.0.1');
  await once(ssh, 'listening');
  const address = ssh.address();
  server.port = address !== null && typeof address === 'object' ? address.port : 0;
  return server;
}

function serve(sftp: SFTPWrapper, server: SftpServer, posixRename: boolean): void {
  const files = new Map<number, FileHandle>();
  const at = (name: string) => path.join(server.folder, path.posix.resolve('/', name));
  let next = 1;

  /** Runs one operation and sends its status; sends the simulated fault instead when there is one. */
  const run = async (id: number, operation: string, name: string, work: () => Promise<unknown>) => {
    const fault = server.fault(operation, name);
    if (fault === 'silence') return;
    if (fault !== null) return sftp.status(id, fault);
    try {
      if ((await work()) !== 'answered') sftp.status(id, CODE.OK);
    } catch (error) {
      const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      sftp.status(id, isAbsent ? CODE.NO_SUCH_FILE : CODE.FAILURE);
    }
  };
  const fileOf = (handle: Buffer) => {
    const file = files.get(handle.readUInt32BE(0));
    if (file === undefined) throw new Error('no such handle');
    return file;
  };

  // A client that ended in the middle closed nothing.
  sftp.on('close', () => {
    for (const file of files.values()) file.close().catch(() => undefined);
  });
  sftp.on('OPEN', (id, name, flags) =>
    run(id, 'open', name, async () => {
      const file = await open(at(name), flags & MODE.TRUNC ? 'w' : flags & MODE.WRITE ? 'r+' : 'r');
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(next);
      files.set(next++, file);
      sftp.handle(id, handle);
      return 'answered';
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    run(id, 'write', '', () => fileOf(handle).write(data, 0, data.length, offset)),
  );
  sftp.on('CLOSE', (id, handle) => run(id, 'close', '', () => fileOf(handle).close()));
  sftp.on('STAT', (id, name) =>
    run(id, 'stat', name, async () => {
      const { mode, uid, gid, size, atimeMs, mtimeMs } = await stat(at(name));
      sftp.attrs(id, { mode, uid, gid, size, atime: atimeMs / 1_000, mtime: mtimeMs / 1_000 });
      return 'answered';
    }),
  );
  sftp.on('REMOVE', (id, name) => run(id, 'remove', name, () => unlink(at(name))));
  sftp.on('MKDIR', (id, name) => run(id, 'mkdir', name, () => mkdir(at(name))));
  sftp.on('RENAME', (id, from, to) =>
    run(id, 'rename', to, async () => {
      const isThere = await stat(at(to)).then(
        () => true,
        () => false,
      );
      if (isThere) throw new Error('it is there');
      await rename(at(from), at(to));
    }),
  );
  sftp.on('EXTENDED', (id, name, data) => {
    if (!posixRename || name !== 'posix-rename@openssh.com') return sftp.status(id, CODE.OP_UNSUPPORTED);
    const fromLength = data.readUInt32BE(0);
    const from = data.subarray(4, 4 + fromLength).toString();
    const to = data.subarray(8 + fromLength).toString();
    return run(id, 'rename', to, () => rename(at(from), at(to)));
  });
}
