import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import type { Stats } from 'ssh2';
import type { Outbound } from '../outbound/outbound.ts';
import { DeliveryFault } from './delivery-fault.ts';
import type { SftpTarget } from './destination-fields.ts';
import { CHECK_TEXT, checkFileOf, type OutgoingFile, type Sender } from './sender.ts';
import { openSftp, type SftpSession } from './sftp-session.ts';

/** Size of a message in bytes that every server accepts. */
const MESSAGE_BYTES = 32 * 1024;
/** Maximum number of unacknowledged write messages. With a round trip of 50 ms this allows 20 MB/s. */
const MESSAGES = 32;
const NO_SUCH_FILE = 2;

/**
 * Creates a sender that uploads files to a folder of an SFTP server.
 * A file has a hidden name until it is complete, so that programs that watch the folder see complete files only. An
 * interrupted upload is resumed.
 */
export function createSftpSender(outbound: Outbound, target: SftpTarget): Sender {
  const { host, port = 22, folder = '' } = target;
  const place = (path: string) => (folder === '' ? path : posix.join(folder, path));
  const urlOf = (path: string) => {
    const at = posix.isAbsolute(path) ? path : `/~/${path}`;
    return `sftp://${host}${port === 22 ? '' : `:${port}`}${at}`;
  };

  async function withSession<T>(signal: AbortSignal, work: (session: SftpSession) => Promise<T>): Promise<T> {
    const session = await openSftp(outbound, target, signal);
    try {
      return await work(session);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      session.end();
    }
  }

  /** Opens the hidden file of an earlier attempt if it contains all acknowledged bytes; otherwise creates a new one. */
  async function openPart(session: SftpSession, file: SftpFile, folder: string) {
    if (file.unfinished !== null) {
      const { id: name, sentBytes: offset } = file.unfinished;
      const part = posix.join(folder, name);
      const size = await session
        .call<Stats>((sftp, done) => sftp.stat(part, done))
        .then(
          (stats) => stats.size,
          () => -1,
        );
      if (size >= offset && offset > 0) {
        return { part, offset, handle: await session.call<Buffer>((sftp, done) => sftp.open(part, 'r+', done)) };
      }
      await remove(session, part);
    }
    const name = partOf(file.id, file.attempt);
    await file.noteUpload(name);
    const part = posix.join(folder, name);
    return { part, offset: 0, handle: await session.call<Buffer>((sftp, done) => sftp.open(part, 'w', done)) };
  }

  async function upload(session: SftpSession, file: SftpFile): Promise<string> {
    const path = place(file.path);
    const folder = posix.dirname(path);
    await makeFolders(session, folder);
    const { part, offset, handle } = await openPart(session, file, folder);
    try {
      try {
        await writeFrom(session, handle, file, offset);
      } finally {
        await session.call<void>((sftp, done) => sftp.close(handle, done)).catch(() => undefined);
      }
      const { size } = await session.call<Stats>((sftp, done) => sftp.stat(part, done));
      if (size !== file.sizeBytes) {
        const message =
          `The server stored ${size} of ${file.sizeBytes} bytes. ` +
          'The disk of the server may be full. The delivery is retried.';
        throw new DeliveryFault(message, { retryable: true });
      }
      await replace(session, part, path);
    } catch (error) {
      // Remove a file that the server refused, since its disk may be full. An upload that was interrupted or too slow
      // is resumed later.
      if (error instanceof DeliveryFault && session.isOpen) {
        await remove(session, part);
        await file.noteUpload(null);
      }
      throw error;
    }
    return path;
  }

  return {
    send: (file, signal) => withSession(signal, async (session) => ({ url: urlOf(await upload(session, file)) })),
    abandon: (path, uploadId, signal) =>
      withSession(signal, (session) => remove(session, posix.join(posix.dirname(place(path)), uploadId))),
    check: (signal) =>
      withSession(signal, async (session) => {
        const mark = randomBytes(6).toString('hex');
        const path = await upload(session, testFile(mark));
        try {
          await session.call<void>((sftp, done) => sftp.unlink(path, done));
          return { wrote: true, removed: true, note: null };
        } catch {
          return { wrote: true, removed: false, note: `The test file could not be removed: ${urlOf(path)}.` };
        }
      }),
  };
}

type SftpFile = Omit<OutgoingFile, 'contentType' | 'notePart'>;

const partOf = (id: string, attempt: number): string => `.framemill-${id}-${attempt}.part`;

function testFile(mark: string): SftpFile {
  const bytes = Buffer.from(CHECK_TEXT);
  return {
    ...{ id: mark, attempt: 1, path: checkFileOf(mark), sizeBytes: bytes.length, unfinished: null },
    open: async () => Readable.from([bytes]),
    async noteUpload() {},
    took() {},
    reached() {},
  };
}

async function remove(session: SftpSession, path: string): Promise<void> {
  await session.call<void>((sftp, done) => sftp.unlink(path, done)).catch(() => undefined);
}

/**
 * Sends the file's bytes from `offset` on to the SFTP server.
 * Acknowledgements may arrive in any order. The recorded progress ends at the first unacknowledged byte.
 */
async function writeFrom(session: SftpSession, handle: Buffer, file: SftpFile, offset: number): Promise<void> {
  const underWay = new Map<Promise<void>, number>();
  let position = offset;
  const body = await file.open(offset);
  file.reached(offset);
  try {
    for await (const read of body) {
      for (let rest = Buffer.from(read); rest.length > 0; rest = rest.subarray(MESSAGE_BYTES)) {
        const bytes = rest.subarray(0, MESSAGE_BYTES);
        const at = position;
        position += bytes.length;
        const write = session
          .call<void>((sftp, done) => sftp.write(handle, bytes, 0, bytes.length, at, done))
          .then(() => {
            underWay.delete(write);
            file.took(bytes.length);
            const [missing = position] = underWay.values();
            file.reached(missing);
          });
        // A failed write stays in the map, so that the next wait throws its error.
        write.catch(() => undefined);
        underWay.set(write, at);
        if (underWay.size >= MESSAGES) await Promise.race(underWay.keys());
      }
    }
    await Promise.all(underWay.keys());
  } finally {
    body.destroy();
  }
}

async function makeFolders(session: SftpSession, folder: string): Promise<void> {
  if (folder === '.' || folder === '/') return;
  const isThere = await session
    .call<Stats>((sftp, done) => sftp.stat(folder, done))
    .then(
      () => true,
      () => false,
    );
  if (isThere) return;
  await makeFolders(session, posix.dirname(folder));
  // Another delivery may create the folder at the same moment. Opening the file then shows whether it can be used.
  await session.call<void>((sftp, done) => sftp.mkdir(folder, done)).catch(() => undefined);
}

/**
 * Renames a file and replaces an existing one. OpenSSH's rename extension does this in one step; plain SFTP refuses to
 * replace a file.
 */
async function replace(session: SftpSession, from: string, to: string): Promise<void> {
  const atOnce = session.call<void>((sftp, done) => sftp.ext_openssh_rename(from, to, done));
  if (
    await atOnce.then(
      () => true,
      () => false,
    )
  )
    return;
  await session
    .call<void>((sftp, done) => sftp.unlink(to, done))
    .catch((error: unknown) => {
      if (!(error instanceof DeliveryFault) || session.statusOf(error) !== NO_SUCH_FILE) throw error;
    });
  await session.call<void>((sftp, done) => sftp.rename(from, to, done));
}
