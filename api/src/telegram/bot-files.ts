import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { downloadFile } from '../media/download-file.ts';
import type { MediaRow } from '../media/media-record.ts';
import { receivedUpload } from '../media/received-upload.ts';
import { type MediaOwner, storeUpload } from '../media/store-upload.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import type { OutboundPolicy, ResolveHost } from '../outbound/vet-target.ts';
import { withScratchFolder } from '../transfers/scratch-folder.ts';
import { TelegramError } from './telegram-error.ts';

/** Address of Telegram's own Bot API, which must resolve to a public address. */
const PUBLIC_API = 'https://api.telegram.org';

/**
 * Maximum size of a fetched file, in MB. Telegram's own Bot API serves files up to 20 MB, a self-hosted server up to
 * 2,000 MB.
 */
const MAX_FILE_MB = 512;
const TIMEOUT_MS = 120_000;

/**
 * Creates the outbound client for bot files. It connects only to the Bot API at `base`, even if a redirect names
 * another host, because file addresses contain the token. A self-hosted API may have a private address.
 */
export function createBotFiles(base: string, resolve?: ResolveHost): Outbound {
  const { origin, protocol, hostname, port } = new URL(base);
  const policy: OutboundPolicy = {
    ports: [port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)],
    privateHosts: base === PUBLIC_API ? [] : [hostname.replace(/^\[|\]$/g, '')],
  };
  const outbound = createOutbound(policy, resolve);
  const guarded = <T>(url: string, send: () => Promise<T>): Promise<T> => {
    if (URL.parse(url)?.origin !== origin) throw refused();
    return send();
  };
  return {
    check: async (url) => guarded(url, () => outbound.check(url)),
    send: async (url, request) => guarded(url, () => outbound.send(url, request)),
    connect: () => Promise.reject(refused()),
  };
}

/**
 * Fetches a file that was sent to a bot and stores it as media of `owner`. Repeated calls store the file only once.
 * Throws `invalid_request` for a file that is not media, `payload_too_large`, `quota_exceeded`, and `TelegramError`
 * when the file cannot be fetched.
 */
export async function importBotFile(
  deps: ApiDeps,
  files: Outbound,
  owner: MediaOwner,
  { base, token, filePath, name }: { base: string; token: string; filePath: string; name: string },
): Promise<MediaRow> {
  const maxBytes = Math.min(MAX_FILE_MB, owner.plan.maxUploadMb) * 1_048_576;
  const { disk, slowest } = deps.transfers;
  const limits = { maxBytes, slowest, timeoutMs: deps.importTimeoutMs ?? TIMEOUT_MS };
  const address = fileAddress(base, token, filePath);
  let isHere = false;
  try {
    return await disk.hold(owner.accountId, 'import', (share) =>
      withScratchFolder(async (folder) => {
        const received = await downloadFile(files, address, { ...limits, share }, folder);
        isHere = true;
        return storeUpload(deps, owner, receivedUpload(received, name, 'file'));
      }),
    );
  } catch (error) {
    if (isHere || (error instanceof FramemillError && ['payload_too_large', 'unavailable'].includes(error.code))) {
      throw error;
    }
    // Errors of the transfer may contain the address, which holds the token.
    const status = error instanceof FramemillError ? Number(error.details.upstreamStatus ?? Number.NaN) : Number.NaN;
    const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
    throw new TelegramError('The file could not be fetched from the Bot API.', { isFinal });
  }
}

/**
 * Builds the address of a bot's file. Throws `TelegramError` when the path is not relative to the bot's files: a
 * self-hosted Bot API server started with `--local` returns paths on its own disk.
 */
export function fileAddress(base: string, token: string, filePath: string): string {
  const parts = filePath.split('/');
  const isPlain = filePath.length <= 500 && parts.every((part) => /^[\w][\w .,()@+=-]*$/u.test(part));
  if (!isPlain)
    throw new TelegramError('The Bot API returned a file path that cannot be downloaded.', { isFinal: true });
  return `${base}/file/bot${token}/${parts.map(encodeURIComponent).join('/')}`;
}

function refused(): FramemillError {
  return new FramemillError(
    'provider_error',
    'The address is not on the Telegram Bot API server. Only files of that server can be downloaded.',
  );
}
