import { randomBytes } from 'node:crypto';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import type { Stats } from 'ssh2';
import type { Outbound } from '../outbound/outbound.ts';
import { DeliveryFault } from './delivery-fault.ts';
import type { SftpTarget } from './destination-fields.ts';
import { type IdleWatch, watchIdle } from './idle-watch.ts';
import { CHECK_TEXT, checkFileOf, type OutgoingFile, type Sender } from './sender.ts';
import { openSftp, type SftpSession } from './sftp-session.ts';

/** What every server takes in one message. */
const MESSAGE_BYTES = 32 * 1024;
/** Messages under way: at 50 ms from here to there and back that is 20 MB/s. */
const MESSAGES = 32;
const NO_SUCH_FILE = 2;

/** Sends files to a folder of an SFTP server: under another name first, so that whoever watches the folder sees whole files alone. */
export function createSftpSender(outbound: Outbound, target: SftpTarget): Sender {
  const { host, port = 22, folder = '' } = target;
  const place = (path: string) => (folder === '' ? path : posix.join(folder, path));
  const urlOf = (path: string) => {
    const at = posix.isAbsolute(path) ? path : `/~/${path}`;
    return `sftp://${host}${port === 22 ? '' : `:${port}`}${at}`;
  };

  async function withSession<T>(signal: AbortSignal, work: (session: SftpSession, watch: IdleWatch) => Promise<T>) {
    const watch = watchIdle(signal);
    try {
      const session = await openSftp(outbound, target, watch.signal);
      try {
        return await work(session, watch);
      } catch (error) {
        watch.signal.throwIfAborted();
        throw error;
      } finally {
        session.end();
      }
    } finally {
      watch.stop();
    }
  }

  async function upload(
    session: SftpSession,
    watch: IdleWatch,
    file: Pick<OutgoingFile, 'path' | 'sizeBytes' | 'open'>,
    part: string,
  ) {
    const path = place(file.path);
    await makeFolders(session, posix.dirname(path));
    const beside = posix.join(posix.dirname(path), part);
    try {
      const handle = await session.call<Buffer>((sftp, done) => sftp.open(beside, 'w', done));
      const body = await file.open();
      try {
        await writeAll(session, watch, handle, body);
      } finally {
        body.destroy();
        await session.call<void>((sftp, done) => sftp.close(handle, done)).catch(() => undefined);
      }
      const { size } = await session.call<Stats>((sftp, done) => sftp.stat(beside, done));
      if (size !== file.sizeBytes) {
        const message = `The server kept ${size} of ${file.sizeBytes} bytes. Its disk may be full; it is tried again.`;
        throw new DeliveryFault(message, { retryable: true });
      }
      await replace(session, beside, path);
    } catch (error) {
      await session.call<void>((sftp, done) => sftp.unlink(beside, done)).catch(() => undefined);
      throw error;
    }
    return path;
  }

  return {
    send: (file, signal) =>
      withSession(signal, async (session, watch) => {
        if (file.attempt > 1) {
          const left = posix.join(posix.dirname(place(file.path)), partOf(file.id, file.attempt - 1));
          await session.call<void>((sftp, done) => sftp.unlink(left, done)).catch(() => undefined);
        }
        return { url: urlOf(await upload(session, watch, file, partOf(file.id, file.attempt))) };
      }),
    check: (signal) =>
      withSession(signal, async (session, watch) => {
        const mark = randomBytes(6).toString('hex');
        const bytes = Buffer.from(CHECK_TEXT);
        const file = { path: checkFileOf(mark), sizeBytes: bytes.length, open: async () => Readable.from([bytes]) };
        const path = await upload(session, watch, file, partOf(mark, 1));
        try {
          await session.call<void>((sftp, done) => sftp.unlink(path, done));
          return { wrote: true, removed: true, note: null };
        } catch {
          return { wrote: true, removed: false, note: `The test file could not be removed: ${urlOf(path)}.` };
        }
      }),
  };
}

const partOf = (id: string, attempt: number): string => `.framemill-${id}-${attempt}.part`;

async function writeAll(session: SftpSession, watch: IdleWatch, handle: Buffer, body: Readable): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let position = 0;
  for await (const read of body) {
    for (let rest = Buffer.from(read); rest.length > 0; rest = rest.subarray(MESSAGE_BYTES)) {
      const bytes = rest.subarray(0, MESSAGE_BYTES);
      const at = position;
      position += bytes.length;
      const write = session
        .call<void>((sftp, done) => sftp.write(handle, bytes, 0, bytes.length, at, done))
        .then(() => {
          underWay.delete(write);
          watch.touch();
        });
      // One that fails stays among them: the next wait throws it.
      write.catch(() => undefined);
      underWay.add(write);
      if (underWay.size >= MESSAGES) await Promise.race(underWay);
    }
  }
  await Promise.all(underWay);
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
  // Another delivery may make it at this moment: then opening the file says whether it can be used.
  await session.call<void>((sftp, done) => sftp.mkdir(folder, done)).catch(() => undefined);
}

/** OpenSSH's rename takes the place of what is there in one step; plain SFTP refuses to. */
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
