import { createHash } from 'node:crypto';
import { SNIFF_BYTES } from '@framemill/compositor/formats';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { downloadFile } from '../media/download-file.ts';
import { mediaEnding } from '../media/media-ending.ts';
import type { MediaRow } from '../media/media-record.ts';
import { cleanName } from '../media/received-upload.ts';
import { type MediaOwner, storeUpload } from '../media/store-upload.ts';
import type { GeneratedFile, RemoteFile } from '../providers/adapter.ts';
import { withScratchFolder } from '../transfers/scratch-folder.ts';

/** Maximum size of a provider's file, in bytes: 512 MB, as for imports. */
const MAX_BYTES = 512 * 1_048_576;
const TIMEOUT_MS = 120_000;

/**
 * Stores a file from a provider as media of `owner`, after the same checks as for an upload.
 * Throws `provider_error` when it is not a usable file of one of `kinds`. If the provider returned an address, the file
 * is downloaded by the `outbound` client, which refuses internal addresses.
 */
export async function storeGenerated(
  deps: ApiDeps,
  owner: MediaOwner,
  {
    generationId,
    file,
    name,
    kinds,
  }: { generationId: string | null; file: GeneratedFile | RemoteFile; name: string; kinds: readonly string[] },
): Promise<MediaRow> {
  const generated = { name: cleanName(name), ...(generationId === null ? {} : { generationId }) };
  const row = await usable(async () => {
    if ('data' in file) {
      const { data } = file;
      const sha256 = createHash('sha256').update(data).digest('hex');
      const ending = endingOf(data.subarray(0, SNIFF_BYTES));
      return storeUpload(deps, owner, { ...generated, content: { data }, sizeBytes: data.length, sha256, ending });
    }
    const { outbound, transfers } = deps;
    const limits = { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, slowest: transfers.slowest };
    return transfers.disk.hold(owner.accountId, 'generated', (share) =>
      withScratchFolder(async (folder) => {
        const { path, sizeBytes, sha256, ending } = await downloadFile(
          outbound,
          file.url,
          { ...limits, share },
          folder,
        );
        if (ending === null) throw notUsable();
        return storeUpload(deps, owner, { ...generated, content: { path }, sizeBytes, sha256, ending });
      }),
    );
  });
  if (row.status === 'READY' && !kinds.includes(row.kind ?? '')) throw notUsable();
  return row;
}

function endingOf(head: Buffer): string {
  const ending = mediaEnding(head);
  if (ending === null) throw notUsable();
  return ending;
}

// The caller made no mistake: any fault of a provider's file or its address is the provider's failure.
async function usable<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    const isTheirs = error instanceof FramemillError && ['invalid_request', 'payload_too_large'].includes(error.code);
    throw isTheirs ? notUsable(error) : error;
  }
}

function notUsable(cause?: unknown): FramemillError {
  return new FramemillError('provider_error', 'The provider returned no usable file. Try again.', {}, { cause });
}
