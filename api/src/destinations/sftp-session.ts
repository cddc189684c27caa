import { createHash } from 'node:crypto';
import ssh2, { type SFTPWrapper } from 'ssh2';
import type { Outbound } from '../outbound/outbound.ts';
import { DeliveryFault } from './delivery-fault.ts';
import type { SftpTarget } from './destination-fields.ts';

/** Maximum time until the server has accepted the sign-in, in milliseconds. */
const READY_TIMEOUT_MS = 20_000;

/** Callback that an SFTP operation calls with its error or its result. */
type Done<T> = (error?: Error | null, value?: T) => void;

/** SFTP connection on which files can be written. */
export interface SftpSession {
  /** Runs one operation. Rejects with a `DeliveryFault`, also when the connection ends. */
  call<T>(operation: (sftp: SFTPWrapper, done: Done<T>) => unknown): Promise<T>;
  /** Returns the SFTP status code of an error that `call` threw; `null` when the error has none. */
  statusOf(fault: DeliveryFault): number | null;
  /** Whether the connection is open. A connection that was lost unnoticed still counts as open. */
  readonly isOpen: boolean;
  end(): void;
}

/** Returns the fingerprint of a host key in the form of `ssh-keygen -l`. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Returns the reason why a private key cannot be used; `null` when the key is usable. */
export function privateKeyFault(privateKey: string): string | null {
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) {
    return 'The private key cannot be read. Use an OpenSSH or PEM key without a passphrase.';
  }
  const [key] = Array.isArray(parsed) ? parsed : [parsed];
  return key?.isPrivateKey() ? null : 'The key is a public key. Use the private key that belongs to it.';
}

/**
 * Connects and signs in to an SFTP server.
 * If the server's host key differs from the stated one, the connection ends before anything is sent, even the user
 * name. Throws `DeliveryFault`.
 */
export async function openSftp(outbound: Outbound, target: SftpTarget, signal: AbortSignal): Promise<SftpSession> {
  const { host, port = 22, user, password, privateKey } = target;
  const wanted = target.hostKeyFingerprint.replace(/=$/, '');
  const socket = await outbound.connect(host, port, signal);
  const client = new ssh2.Client();
  const { promise, resolve, reject } = Promise.withResolvers<SFTPWrapper>();
  // Operations wait for this promise as well: the end of the connection rejects them.
  const { promise: ended, reject: fail } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  let shown: string | null = null;
  let isOpen = true;
  const stop = (fault: unknown) => {
    isOpen = false;
    reject(fault);
    fail(fault);
    client.destroy();
  };
  const abort = () => stop(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  client.on('ready', () => {
    client.sftp((error, sftp) => (error ? stop(noSftp()) : resolve(sftp)));
  });
  client.on('error', (error) => stop(signInFault(error, { shown, wanted })));
  client.on('close', () => stop(new DeliveryFault('The server closed the connection.', { retryable: true })));
  try {
    client.connect({
      ...{ sock: socket, username: user, readyTimeout: READY_TIMEOUT_MS },
      ...(password === undefined ? {} : { password }),
      ...(privateKey === undefined ? {} : { privateKey }),
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key);
        return shown === wanted;
      },
    });
  } catch {
    stop(new DeliveryFault('The private key cannot be read. Use another key.', { retryable: false }));
  }
  const sftp = await promise;
  const statuses = new WeakMap<DeliveryFault, number>();
  return {
    call<T>(operation: (sftp: SFTPWrapper, done: Done<T>) => unknown) {
      const work = new Promise<T>((done, failed) => {
        operation(sftp, (error, value) => {
          if (!error) return done(value as T);
          const status = 'code' in error ? Number(error.code) : Number.NaN;
          const fault = statusFault(status);
          statuses.set(fault, status);
          failed(fault);
        });
      });
      return Promise.race([work, ended]);
    },
    statusOf: (fault) => statuses.get(fault) ?? null,
    get isOpen() {
      return isOpen;
    },
    end() {
      signal.removeEventListener('abort', abort);
      client.end();
      // Close the socket even if the server does not end the connection.
      setTimeout(() => client.destroy(), 2_000).unref();
    },
  };
}

function noSftp(): DeliveryFault {
  return new DeliveryFault('The server does not offer SFTP to the user. Enable it there.', { retryable: false });
}

function signInFault(error: Error & { level?: string }, { shown, wanted }: { shown: string | null; wanted: string }) {
  if (shown !== null && shown !== wanted) {
    const message =
      `The server has the host key ${shown}, not ${wanted}. Nothing was sent. ` +
      'Ask the operator of the server which key is right.';
    return new DeliveryFault(message, { retryable: false });
  }
  if (error.level === 'client-authentication') {
    const message = 'The server refused the sign-in. Check user, and password or privateKey.';
    return new DeliveryFault(message, { retryable: false });
  }
  if (error.level === 'client-timeout') {
    return new DeliveryFault('The server did not respond in time.', { retryable: true });
  }
  return new DeliveryFault('No SSH connection could be opened: the server does not use SSH or closed the connection.', {
    retryable: true,
  });
}

function statusFault(status: number): DeliveryFault {
  if (status === 2)
    return new DeliveryFault('The folder does not exist and could not be created. Create it on the server.', {
      retryable: false,
    });
  if (status === 3) {
    const message = 'The user may not write to the folder. Allow it on the server, or use another folder.';
    return new DeliveryFault(message, { retryable: false });
  }
  const message = 'The server could not write the file. Its disk may be full. The delivery is retried.';
  return new DeliveryFault(message, { retryable: true });
}
